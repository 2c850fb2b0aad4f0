import { Info } from 'lucide-react'
import { Fragment } from 'react'
import type { ExportDescription, ExportFormat, LeftOut } from '#common/contract/exports'
import { sentenceOf } from '#renderer/data/sentence'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { SectionTitle } from '#renderer/ui/display/panel'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { recordParts } from './record-parts.ts'
import styles from './what-you-get.module.css'

interface WhatYouGetProps {
  readonly description: ExportDescription
  /** Name of the format. */
  readonly title: string
  readonly made: ExportFormat['made']
  /** The images are those of no version. */
  readonly isPicked?: boolean
}

/** A longer tree is set closer, so that what stands below stays in sight. */
const ROOMY_LINES = 13

/** The archive before it is made: its files, one record of this very data, what changes, and how it can be checked. */
export function WhatYouGet({ description, title, made, isPicked = false }: WhatYouGetProps) {
  const { tree, record, renamed, leftOut } = description
  return (
    <>
      <div className={styles.title}>
        <SectionTitle>{t('What you get')}</SectionTitle>
        <span className="text-3 num">
          {made === null ? t('about {{amount}}', { amount: bytes(description.bytes) }) : bytes(made.bytes)}
        </span>
      </div>
      <div className={styles.contents}>
        <div className={cx(styles.tree, tree.length > ROOMY_LINES && styles.dense)}>
          {tree.map(({ branches, says, strong }, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <div key={line} className={strong ? styles.strong : undefined}>
              {branches + (typeof says === 'string' ? says : sentenceOf(says))}
            </div>
          ))}
        </div>
        {record !== null && <Record record={record} />}
      </div>
      <dl className={styles.facts}>
        <dt>{t('Class names')}</dt>
        <dd>{renamed.length === 0 ? t('Unchanged.') : <Renamed renamed={renamed} />}</dd>
        <LeftOutLines name={t('Simplified')} leftOut={leftOut.filter(isSimplified)} title={title} />
        <LeftOutLines name={t('Skipped')} leftOut={leftOut.filter((each) => !isSimplified(each))} title={title} />
        <dt>{isPicked ? t('Frozen') : t('Repeatable')}</dt>
        <dd className="text-2">
          {isPicked ? t('Images and annotations as they are when you press Export.') : t('Same version, same bytes.')}
          {made !== null && made.sha256 !== null && (
            <>
              {' SHA-256 '}
              <span className={styles.digest}>{made.sha256}</span>
            </>
          )}
        </dd>
      </dl>
    </>
  )
}

interface LeftOutLinesProps extends Pick<ExportDescription, 'leftOut'>, Pick<WhatYouGetProps, 'title'> {
  readonly name: string
}

/** Labels that are written, though not as they were drawn. */
function isSimplified({ kind }: LeftOut): boolean {
  return kind === 'outlines' || kind === 'turned'
}

function LeftOutLines({ name, leftOut, title }: LeftOutLinesProps) {
  if (leftOut.length === 0) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.leftOut}>
        {leftOut.map(({ kind, labels }) => (
          <span key={kind}>{leftOutWords(kind, labels, title)}</span>
        ))}
      </dd>
    </>
  )
}

function leftOutWords(kind: LeftOut['kind'], count: number, format: string): string {
  switch (kind) {
    case 'outlines':
      return t('{{count}} outlines and masks become boxes in {{format}}.', { count, format })
    case 'turned':
      return t('{{count}} rotated boxes become upright in {{format}}.', { count, format })
    case 'classes':
      return t('{{count}} annotations lose their class in {{format}}.', { count, format })
    case 'attributes':
      return t('Attributes of {{count}} annotations skipped: {{format}} does not support them.', { count, format })
    case 'groups':
      return t('{{count}} annotations lose their group in {{format}}.', { count, format })
    case 'lines':
      return t('{{count}} lines and points skipped: {{format}} does not support them.', { count, format })
    case 'crowds':
      return t('{{count}} crowd regions skipped: {{format}} does not support them.', { count, format })
    case 'images':
      return t('{{count}} images skipped: {{format}} supports none of their shapes.', { count, format })
    case 'nulls':
      return t('{{count}} background images skipped.', { count })
  }
}

function Record({ record }: { readonly record: NonNullable<ExportDescription['record']> }) {
  return (
    <div className={styles.record}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long record scrolls and must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0} aria-label={t('One record')}>
        {recordParts(record.text).map(({ text, kind }, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <span key={part} className={kind === 'plain' ? undefined : styles[kind]}>
            {text}
          </span>
        ))}
      </pre>
      <div className={styles.whose}>
        <Image url={record.imageUrl} className={styles.image} />
        <span className={cx('caption', 'text-3')}>{sentenceOf(record.caption)}</span>
      </div>
    </div>
  )
}

function Renamed({ renamed }: Pick<ExportDescription, 'renamed'>) {
  return (
    <span>
      <Info className={styles.info} aria-hidden />
      {t('{{count}} names become ASCII', { count: renamed.length })}:{' '}
      {renamed.map(({ from, to }, index) => (
        <Fragment key={from}>
          {index > 0 && ', '}
          <b className="medium">{from}</b> {t('to|a new name')} {to}
        </Fragment>
      ))}
    </span>
  )
}
