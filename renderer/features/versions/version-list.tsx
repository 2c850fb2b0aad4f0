import { GridList, GridListItem, type Selection } from 'react-aria-components'
import type { VersionSummary } from '#common/contract/versions'
import { SPLITS } from '#common/split'
import { Image } from '#renderer/ui/display/image'
import { SplitBar } from '#renderer/ui/display/marks'
import { count, fullMoment, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { GenerationProgress } from './generation-progress.tsx'
import { recipeOf } from './recipe.ts'
import styles from './version-list.module.css'

interface VersionListProps {
  readonly versions: readonly VersionSummary[]
  readonly shown: number | undefined
  readonly onShow: (version: VersionSummary) => void
}

/** Arrow keys move through the rows and show them beside. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const choose = (keys: Selection) => {
    const version = versions.find(({ number }) => keys !== 'all' && keys.has(number))
    if (version !== undefined) onShow(version)
  }
  return (
    <GridList
      aria-label={t('Versions')}
      className={styles.list ?? ''}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={shown === undefined ? [] : [shown]}
      onSelectionChange={choose}
    >
      {versions.map((version) => (
        <GridListItem
          key={version.number}
          id={version.number}
          textValue={`${t('Version {{number}}', { number: version.number })} ${version.name}`}
          className={styles.row ?? ''}
        >
          <VersionRow version={version} />
        </GridListItem>
      ))}
    </GridList>
  )
}

function VersionRow({ version }: { readonly version: VersionSummary }) {
  const { number, name, covers, exports, createdAt, state } = version
  return (
    <>
      <div className={styles.covers} aria-hidden>
        {[0, 1, 2].map((place) => {
          const url = covers[place]
          return url === undefined ? (
            <span key={place} className={styles.noCover} />
          ) : (
            <Image key={place} url={url} className={styles.cover} />
          )
        })}
      </div>
      <div className={styles.words}>
        <div className={styles.name}>
          {t('Version {{number}}', { number })}
          {name !== '' && <span className={styles.given}>{name}</span>}
        </div>
        <div className={styles.recipe}>{recipeOf(version).join(' · ')}</div>
        <div className={styles.facts}>
          <time dateTime={createdAt} title={fullMoment(createdAt)}>
            {moment(createdAt)}
          </time>
          {exports.map((format) => (
            <span key={format} className="mono">
              {format}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.numbers}>
        {state === 'generating' && <GenerationProgress version={version} />}
        {state === 'ready' && <Counts version={version} />}
        {state === 'damaged' && <div className={styles.damaged}>{t('Damaged')}</div>}
      </div>
    </>
  )
}

function Counts({ version: { images, splits } }: { readonly version: VersionSummary }) {
  return (
    <>
      <div className={styles.total}>{t('{{count}} images', { count: images })}</div>
      <SplitBar counts={splits} height={6} />
      <div className={styles.splits}>{SPLITS.map((split) => count(splits[split])).join(' / ')}</div>
    </>
  )
}
