import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CatalogCard } from '#common/contract/workspace/catalog'
import { queries } from '#renderer/data/queries'
import { useOtherMachine } from '#renderer/data/use-ability'
import { useCommands } from '#renderer/ui/app/commands'
import { HOME_HREF, navigate, setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { SearchField } from '#renderer/ui/controls/text-field'
import { FilterChip } from '#renderer/ui/display/chip'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './catalog-page.module.css'
import { CatalogTile } from './catalog-tile.tsx'
import { type LooksSearch, useLooks } from './use-looks.ts'

export interface CatalogPageProps {
  /** The search text; empty: everything. */
  readonly text: string
}

/** Projects that are open to everybody who reaches this library, to be looked at and copied. */
export function CatalogPage({ text }: CatalogPageProps) {
  const looks = useLooks()
  const { data, error } = useQuery(queries.catalog(text, looks.image?.looks ?? null))
  const other = useOtherMachine()
  return (
    <div className={styles.page}>
      <PageHead title={t('Catalog')} note={`${whatIsShown(other?.host)} ${t('A copy is yours to change.')}`} />
      <div className={styles.bar} data-panel>
        <SearchBox text={text} />
        <ByImage looks={looks} />
        {data !== undefined && <Found found={data} />}
      </div>
      {error !== null && <ErrorLine error={error} word={t('Not searched')} className={styles.error} />}
      {data && <Results cards={data.cards} isAll={text === '' && looks.image === undefined} />}
    </div>
  )
}

function whatIsShown(host: string | undefined): string {
  if (host === undefined) return t('Public projects of this library, and published ones from the catalog folders.')
  return t('Catalog of {{host}}. Copies are created on that server.', { host })
}

function Found({ found: { total, cards } }: { readonly found: { total: number; cards: readonly CatalogCard[] } }) {
  return (
    <span className={`${styles.count} num`} role="status">
      {total > cards.length
        ? t('First {{shown}} of {{count}} projects; add words to narrow the search', {
            shown: cards.length,
            count: total,
          })
        : t('{{count}} projects', { count: total })}
    </span>
  )
}

interface ResultsProps {
  readonly cards: readonly CatalogCard[]
  /** Nothing narrows the search down. */
  readonly isAll: boolean
}

function Results({ cards, isAll }: ResultsProps) {
  if (cards.length === 0) return <Nothing isAll={isAll} />
  return (
    <ul className={styles.tiles} aria-label={t('Projects of the catalog')} data-panel>
      {cards.map((card) => (
        <li key={`${card.workspace}/${card.project}`}>
          <CatalogTile card={card} />
        </li>
      ))}
    </ul>
  )
}

/** Searches while it is typed, a moment after the last key. */
function SearchBox({ text }: CatalogPageProps) {
  const [typed, setTyped] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setParams({ q: typed === '' ? undefined : typed }), 180)
    return () => clearTimeout(timer)
  }, [typed])
  useCommands([
    {
      id: 'catalog.search',
      label: t('Search the catalog'),
      chord: 'Mod+F',
      run: () => input.current?.focus(),
      inFields: true,
    },
  ])
  return (
    <SearchField
      label={t('Search the catalog')}
      placeholder={t('Name, class or type; class:cat, images>100')}
      value={typed}
      onChange={setTyped}
      inputRef={input}
      maxLength={2000}
      className={styles.search}
    />
  )
}

function ByImage({ looks: { image, isBusy, choose, clear } }: { readonly looks: LooksSearch }) {
  return (
    <>
      <Button isPending={isBusy} onPress={() => void choose()}>
        <ImageUp />
        {t('Search by image')}
      </Button>
      {image !== undefined && (
        <FilterChip label={t('Most similar to {{image}}', { image: image.name })} onRemove={clear} />
      )}
    </>
  )
}

function Nothing({ isAll }: Pick<ResultsProps, 'isAll'>) {
  const other = useOtherMachine()
  if (!isAll) {
    return <EmptyState title={t('No matching projects')} text={t('Try fewer words, or part of a name or a class.')} />
  }

  return (
    <EmptyState
      title={t('The catalog is empty')}
      text={
        other
          ? t('Make one of your projects public in its menu on the Projects page.')
          : t(
              'Make one of your projects public in its menu on the Projects page, or start Tessera with --catalog and a folder of published projects.',
            )
      }
      action={<Button onPress={() => navigate(HOME_HREF)}>{t('All projects')}</Button>}
    />
  )
}
