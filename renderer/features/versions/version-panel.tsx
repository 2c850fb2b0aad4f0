import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FileArchive, Layers, Trash2 } from 'lucide-react'
import type { VersionSummary } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { SPLITS } from '#common/split'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useTrashVersion } from '#renderer/features/trash/entrance/use-move-to-trash'
import { navigate, projectHref, setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { SplitBar, SplitName } from '#renderer/ui/display/marks'
import { PanelLabel } from '#renderer/ui/display/panel'
import { splitPercents } from '#renderer/ui/display/split-percents'
import { Menu } from '#renderer/ui/overlay/menu'
import { bytes, count, fullMoment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { recipeOf } from './recipe.ts'
import styles from './version-panel.module.css'
import { recallDraft, rememberDraft } from './wizard/draft/remembered.ts'
import { draftOf } from './wizard/draft/settings.ts'

interface VersionPanelProps {
  readonly project: ProjectSlug
  readonly version: VersionSummary
}

/** One version in full. */
export function VersionPanel({ project, version }: VersionPanelProps) {
  const { number, name, state, createdAt, seed, manifest } = version
  const isReady = state === 'ready'
  return (
    <aside className={styles.panel} aria-label={t('Version {{number}}', { number })}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2 className={styles.title}>{t('Version {{number}}', { number })}</h2>
          {name !== '' && <p className="text-2">{name}</p>}
          <p className={styles.date}>{fullMoment(createdAt)}</p>
        </div>
        <Button disabledReason={unreadyWords(state)} onPress={() => setParams({ dialog: 'export', version: number })}>
          <FileArchive />
          {t('Export|act')}
        </Button>
        <VersionMenu project={project} version={version} />
      </header>
      {isReady && (
        <section className={styles.section}>
          <PanelLabel>{t('Images')}</PanelLabel>
          <Counts version={version} />
        </section>
      )}
      {isReady && <MadeExports project={project} version={number} />}
      {state === 'damaged' ? (
        <section className={styles.section}>
          <p>
            {t('The version is damaged in the database. Move it to the trash, or restore the library from a backup.')}
          </p>
        </section>
      ) : (
        <Recipe version={version} />
      )}
      {seed !== null && (
        <section className={styles.section}>
          <PanelLabel>{t('Seed')}</PanelLabel>
          <p className={styles.seed}>{seed}</p>
        </section>
      )}
      {manifest !== null && (
        <section className={styles.section}>
          <PanelLabel>{t('Contents')}</PanelLabel>
          <p className={styles.seed}>{manifest}</p>
          <p className="text-3 caption">{t('SHA-256 of its images, shapes and classes. It never changes.')}</p>
        </section>
      )}
    </aside>
  )
}

function unreadyWords(state: VersionSummary['state']): string | undefined {
  if (state === 'ready') return undefined
  return state === 'damaged' ? t('The version is damaged') : t('The version is still being generated')
}

function Recipe({ version }: Pick<VersionPanelProps, 'version'>) {
  const recipe = recipeOf(version)
  return (
    <section className={styles.section}>
      <PanelLabel>{t('Recipe')}</PanelLabel>
      <ul className={styles.recipe}>
        {recipe.length === 0 && <li className="text-3">{t('Images as they are')}</li>}
        {recipe.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function VersionMenu({ project, version: { number, state, settings } }: VersionPanelProps) {
  const moveToTrash = useTrashVersion()
  const isGenerating = state === 'generating'
  const again = {
    id: 'again',
    label: t('New version with this recipe'),
    writes: 'projects' as const,
    mark: <Layers />,
    onAction: () => {
      rememberDraft(project, draftOf(settings, recallDraft(project)))
      navigate(projectHref(project, 'new-version'))
    },
  }
  const remove = {
    id: 'delete',
    label: t('Move version to trash'),
    writes: 'projects' as const,
    mark: <Trash2 />,
    onAction: () => moveToTrash(project, number),
    isDisabled: isGenerating,
    ...(isGenerating && { note: t('being generated') }),
  }
  return (
    <Menu
      label={t('What to do with version {{number}}', { number })}
      placement="bottom end"
      entries={state === 'damaged' ? [remove] : [again, remove]}
      trigger={<IconButton icon={Ellipsis} label={t('More of version {{number}}', { number })} />}
    />
  )
}

function Counts({ version: { images, splits } }: { readonly version: VersionSummary }) {
  const percents = splitPercents(splits)
  return (
    <>
      <p className={styles.images}>{t('{{count}} images', { count: images })}</p>
      <SplitBar counts={splits} height={6} />
      <dl className={styles.splits}>
        {SPLITS.map((split) => (
          <div key={split} className={styles.split}>
            <dt>
              <SplitName split={split} />
            </dt>
            <dd>{count(splits[split])}</dd>
            <dd className="text-3">{percents[split]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function MadeExports({ project, version }: { readonly project: ProjectSlug; readonly version: number }) {
  const { data: formats } = useQuery({
    queryKey: [...keys.versions(project), version, 'formats'],
    queryFn: ({ signal }) => studio.exports.formats({ project, version }, { signal }),
  })
  const made = formats?.flatMap(({ id, title, made: archive }) => (archive === null ? [] : [{ id, title, archive }]))
  return (
    <section className={styles.section}>
      <PanelLabel>{t('Exports')}</PanelLabel>
      {made?.length === 0 && <p className="text-3">{t('None created yet')}</p>}
      <ul className={styles.exports}>
        {made?.map(({ id, title, archive }) => (
          <li key={id}>
            <a className={styles.export} href={archive.url} download={archive.fileName} title={archive.fileName}>
              <Download aria-hidden />
              <span className="truncate">{title}</span>
              <span className={styles.id}>{id}</span>
              <span className={styles.bytes}>{bytes(archive.bytes)}</span>
            </a>
            {archive.sha256 !== null && (
              <p className={styles.digest}>
                SHA-256 <span className={styles.sum}>{archive.sha256}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
