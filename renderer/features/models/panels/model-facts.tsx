import type { ReactNode } from 'react'
import type { ModelView } from '#common/contract/models/models'
import type { ModelManifest } from '#common/inference/manifest'
import { rem } from '#renderer/ui/app/ui-scale'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { bytes, count, decimal, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { inputText, licenceName, ORIGIN_WORDS, PROVIDER_NAMES } from '../words.ts'
import styles from './panel.module.css'

/** Type, origin and files of a model. */
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
  const { family, input, runSeconds, thresholds } = manifest
  return (
    <>
      <Fact name={t('Id')}>
        <span className="mono">{manifest.id}</span>
      </Fact>
      <Fact name={t('What it does')}>{doesWhat(manifest)}</Fact>
      <Fact name={t('Family')}>
        <span className="mono">{family}</span>
      </Fact>
      {input && <Fact name={t('Input')}>{inputText(input)}</Fact>}
      {runSeconds !== undefined && <Fact name={t('Time limit')}>{t('{{count}} seconds', { count: runSeconds })}</Fact>}
      {thresholds?.confidence !== undefined && (
        <Fact name={t('Confidence')}>
          {t('{{confidence}} by default', { confidence: decimal(thresholds.confidence, 2) })}
        </Fact>
      )}
      {loaded && (
        <Fact name={t('Runs on')}>
          {t('{{provider}}, {{size}} of memory', {
            provider: PROVIDER_NAMES[loaded.provider],
            size: bytes(loaded.memoryBytes),
          })}
        </Fact>
      )}
      {answered && (
        <Fact name={t('Answered')}>
          {t('{{count}} times since the start, {{time}} each', {
            count: answered.count,
            time: `${decimal(answered.averageSeconds * 1000, 1)} ms`,
          })}
        </Fact>
      )}
    </>
  )
}

function Source({ model: { manifest, origin } }: { readonly model: ModelView }) {
  const { licence, source, addedAt } = manifest
  return (
    <>
      <Fact name={t('License')}>
        {licence.acceptedAt === undefined
          ? licenceName(licence)
          : t('{{licence}}, accepted {{when}}', { licence: licence.name, when: moment(licence.acceptedAt) })}
        {licence.url !== undefined && <Address url={licence.url} />}
      </Fact>
      <Fact name={t('From|source')}>
        {ORIGIN_WORDS[origin]}
        {origin !== 'built-in' && <Address url={source} />}
      </Fact>
      {origin !== 'built-in' && <Fact name={t('Added')}>{moment(addedAt)}</Fact>}
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
      <summary>{t('{{count}} classes', { count: classNames.length })}</summary>
      <div style={{ height: rem(CLASS_ROW * Math.min(classNames.length, MOST_ROWS)), display: 'grid' }}>
        <VirtualList count={classNames.length} rowHeight={CLASS_ROW} label={t('Classes of the model')}>
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
        {t('{{count}} files', { count: rows.length })}, {bytes(size)}
      </summary>
      <ul className={styles.files}>
        {rows.map(({ path, bytes: own, sha256 }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="text-3 num">{bytes(own)}</span>
            <span className={`${styles.address} mono text-3`}>{`SHA-256 ${sha256}`}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
