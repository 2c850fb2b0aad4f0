import type { ReactNode } from 'react'
import type { ShownDetails } from '#common/contract/images'
import type { ImageId, ProjectSlug } from '#common/ids'
import { SPLITS, type Split } from '#common/split'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Segmented } from '#renderer/ui/controls/segmented'
import { SPLIT_NAMES, SplitName, StateDot } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { bytes, fullMoment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useDetails } from '../../effects/server/use-details.ts'
import styles from '../../parts/inspector.module.css'
import { ImageMetadata } from './image-metadata.tsx'
import { ImageTags } from './image-tags.tsx'

/** Facts about the image, its split and its comments. */
export function ImageTab({ comments }: { readonly comments: ReactNode }) {
  const { project } = useEditor()
  const { data, error } = useDetails()
  const can = useAbility()
  if (error && !data) return <ErrorLine error={error} className={styles.quiet} />
  if (!data) return null
  return (
    <div className={styles.scroll}>
      <section className={styles.head} aria-label={t('Image')}>
        <div className={styles.subject}>
          <h2 className={`${styles.title} truncate`} title={data.name}>
            {data.name}
          </h2>
        </div>
        <dl className={styles.facts}>
          <Fact name={t('State')}>
            <State />
          </Fact>
          <Fact name={t('Split')}>
            <SplitChoice project={project} image={data.id} split={data.split} />
          </Fact>
          <Fact name={t('Size')}>
            <span className="num">
              {data.width} × {data.height} px
            </span>
          </Fact>
          <Stored details={data} />
          <Pixels />
          <Fact name={t('Added')}>{fullMoment(data.addedAt)}</Fact>
          <Fact name={t('Id')}>
            <span className="mono">{data.id}</span>
          </Fact>
          <Origin details={data} />
        </dl>
      </section>
      {can('edit-images') && (
        <>
          <ImageTags key={`tags ${data.id}`} project={project} details={data} />
          <ImageMetadata key={`metadata ${data.id}`} project={project} details={data} />
        </>
      )}
      {can('comments') && comments}
    </div>
  )
}

interface SplitChoiceProps {
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly split: Split
}

function SplitChoice({ project, image, split }: SplitChoiceProps) {
  const can = useAbility()
  const move = useAct((to: Split) => studio.images.setSplit({ project, images: [image], split: to }))
  if (!can('move-to-split')) return <SplitName split={split} />
  return (
    <Segmented
      writes="projects"
      label={t('Split')}
      size="small"
      isWide
      options={SPLITS.map((each) => ({ value: each, label: SPLIT_NAMES[each] }))}
      value={(move.isPending ? move.variables : undefined) ?? split}
      onChange={(to) => move.mutate(to)}
    />
  )
}

/** Its file, and what it came in with; another machine may tell neither. */
function Stored({ details: { format, bytes: size, batch } }: { readonly details: ShownDetails }) {
  return (
    <>
      {format !== null && size !== null && (
        <Fact name={t('File')}>
          <span className="num">
            {format.toUpperCase()}, {bytes(size)}
          </span>
        </Fact>
      )}
      {batch !== null && (
        <Fact name={t('Batch')}>
          <span className="truncate">{batch.name}</span>
        </Fact>
      )}
    </>
  )
}

/** Pixel facts that are not plain to see: further images in the file, and more bits than a screen has. */
function Pixels() {
  const pixels = useEditorState((state) => state.pixels)
  if (pixels === undefined) return null
  const { pages, depth } = pixels
  return (
    <>
      {pages > 1 && (
        <Fact name={t('Pages')}>
          <span className="num">{t('First of {{total}} is shown', { total: pages })}</span>
        </Fact>
      )}
      {depth && (
        <Fact name={t('Samples')}>
          <span className="num">
            {t('16 bits, {{least}} to {{most}}', { least: depth.lowest, most: depth.highest })}
          </span>
        </Fact>
      )}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="truncate">{children}</dd>
    </>
  )
}

/** Facts given by the image's sender. */
function Origin({ details: { sourceUrl, sequence, inferenceId } }: { readonly details: ShownDetails }) {
  return (
    <>
      {sourceUrl !== null && (
        <Fact name={t('Source')}>
          <span className={styles.selectable} title={sourceUrl}>
            {sourceUrl}
          </span>
        </Fact>
      )}
      {sequence !== null && (
        <Fact name={t('Sequence')}>
          <span className="num">{t('{{done}} of {{total}}', { done: sequence.number + 1, total: sequence.size })}</span>
        </Fact>
      )}
      {inferenceId !== null && (
        <Fact name={t('Inference')}>
          <span className={`mono ${styles.selectable}`} title={inferenceId}>
            {inferenceId}
          </span>
        </Fact>
      )}
    </>
  )
}

function State() {
  const state = useDocument((document) => document?.state)
  const isNull = useDocument((document) => document?.isNull ?? false)
  const can = useAbility()
  if (isNull) return <Word tone="ok" text={t('Background')} />
  if (!can('image-states')) {
    return state === 'done' ? <Word tone="ok" text={t('Labeled')} /> : <Word tone="off" text={t('Not labeled')} />
  }
  if (state === 'done') return <Word tone="ok" text={t('Done')} />
  return state === 'started' ? (
    <Word tone="accent" text={t('In progress')} />
  ) : (
    <Word tone="off" text={t('Not started')} />
  )
}

function Word({ tone, text }: { readonly tone: 'ok' | 'accent' | 'off'; readonly text: string }) {
  return (
    <span className={styles.state}>
      <StateDot tone={tone} />
      {text}
    </span>
  )
}
