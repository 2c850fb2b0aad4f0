import type { ReactNode } from 'react'
import type { ModelView } from '#common/contract/models'
import type { ModelManifest } from '#common/inference/manifest'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { VirtualList } from '#renderer/kit/display/virtual-list'
import { bytes, count, moment, plural } from '#renderer/kit/format'
import styles from './panel.module.css'
import { doesWhat } from './task-words.ts'
import { inputText, ORIGIN_WORDS, PROVIDER_NAMES } from './words.ts'

/** What a model is, where it is from, and what it consists of. */
export function ModelFacts({ model }: { readonly model: ModelView }) {
  const { files, classNames } = model.manifest
  return (
    <section className={styles.section}>
      <dl className={styles.facts}>
        <About model={model} />
        <Source model={model} />
      </dl>
      {classNames.length > 0 && <Classes classNames={classNames} />}
      {Object.keys(files).length > 0 && <Files files={files} size={model.bytes} />}
    </section>
  )
}

function About({ model: { manifest, loaded, answered } }: { readonly model: ModelView }) {
  const { family, input, thresholds } = manifest
  return (
    <>
      <Fact name="Id">
        <span className="mono">{manifest.id}</span>
      </Fact>
      <Fact name="What it does">{doesWhat(manifest)}</Fact>
      <Fact name="Family">
        <span className="mono">{family}</span>
      </Fact>
      {input && <Fact name="Looks at">{inputText(input)}</Fact>}
      {thresholds?.confidence !== undefined && (
        <Fact name="Confidence">{thresholds.confidence.toFixed(2)} by default</Fact>
      )}
      {loaded && (
        <Fact name="Runs on">
          {PROVIDER_NAMES[loaded.provider]}, {bytes(loaded.memoryBytes)} of memory
        </Fact>
      )}
      {answered && (
        <Fact name="Answered">
          {plural(answered.count, 'time')} since the start, {(answered.averageSeconds * 1000).toFixed(1)} ms each
        </Fact>
      )}
    </>
  )
}

function Source({ model: { manifest, origin } }: { readonly model: ModelView }) {
  const { licence, source, addedAt } = manifest
  return (
    <>
      <Fact name="Licence">
        {licence.name}
        {licence.acceptedAt !== undefined && `, accepted ${moment(licence.acceptedAt)}`}
        {licence.url !== undefined && <Address url={licence.url} />}
      </Fact>
      <Fact name="From">
        {ORIGIN_WORDS[origin]}
        {origin !== 'built-in' && <Address url={source} />}
      </Fact>
      {origin !== 'built-in' && <Fact name="Added">{moment(addedAt)}</Fact>}
    </>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** To be read and copied: nothing outside this machine is opened from here. */
export function Address({ url }: { readonly url: string }) {
  return <span className={`${styles.address} mono text-3`}>{url}</span>
}

const CLASS_ROW = 22
const MOST_ROWS = 10

function Classes({ classNames }: { readonly classNames: readonly string[] }) {
  return (
    <details className={styles.more}>
      <summary>{plural(classNames.length, 'class', 'classes')}</summary>
      <div style={{ height: CLASS_ROW * Math.min(classNames.length, MOST_ROWS), display: 'grid' }}>
        <VirtualList count={classNames.length} rowHeight={CLASS_ROW} label="Classes of the model">
          {(index) => (
            <span className={styles.class}>
              <ClassSwatch color={index + 1} />
              <span className="truncate">{classNames[index]}</span>
              <span className="text-3 num">{count(index)}</span>
            </span>
          )}
        </VirtualList>
      </div>
    </details>
  )
}

interface FilesProps extends Pick<ModelManifest, 'files'> {
  readonly size: number
}

function Files({ files, size }: FilesProps) {
  const rows = Object.values(files)
  return (
    <details className={styles.more}>
      <summary>
        {plural(rows.length, 'file')}, {bytes(size)}
      </summary>
      <ul className={styles.files}>
        {rows.map(({ path, bytes: own, sha256 }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="text-3 num">{bytes(own)}</span>
            <span className={`${styles.address} mono text-3`}>SHA-256 {sha256}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
