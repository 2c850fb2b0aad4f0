import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CatalogCard } from '#common/contract/workspace/catalog'
import { useCommands } from '#renderer/kit/app/commands'
import { HOME_HREF, navigate, setParams } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { SearchField } from '#renderer/kit/controls/text-field'
import { FilterChip } from '#renderer/kit/display/chip'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { PageHead } from '#renderer/kit/display/panel'
import { count, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import styles from './catalog-page.module.css'
import { CatalogTile } from './catalog-tile.tsx'
import { type LooksSearch, useLooks } from './use-looks.ts'

export interface CatalogPageProps {
  /** What is searched for; empty: everything. */
  readonly text: string
}

/** Projects that are open to everybody who reaches this library, to be looked at and copied. */
export function CatalogPage({ text }: CatalogPageProps) {
  const looks = useLooks()
  const { data, error } = useQuery(queries.catalog(text, looks.picture?.looks ?? null))
  const other = useOtherMachine()
  return (
    <div className={styles.page}>
      <PageHead title="Catalog" note={`${whatIsShown(other?.host)} A copy is your own: change it as you like.`} />
      <div className={styles.bar} data-panel>
        <SearchBox text={text} />
        <ByPicture looks={looks} />
        {data !== undefined && <Found found={data} />}
      </div>
      {error !== null && <ErrorLine error={error} word="Not searched" className={styles.error} />}
      {data && <Results cards={data.cards} isAll={text === '' && looks.picture === undefined} />}
    </div>
  )
}

function whatIsShown(host: string | undefined): string {
  if (host === undefined) return 'Public projects of this library, and published ones from the catalog folders.'
  return `The catalog of ${host}. Copies are made there.`
}

function Found({ found: { total, cards } }: { readonly found: { total: number; cards: readonly CatalogCard[] } }) {
  return (
    <span className={`${styles.count} num`} role="status">
      {total > cards.length
        ? `The first ${count(cards.length)} of ${plural(total, 'project')}; more words find fewer`
        : plural(total, 'project')}
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
    <ul className={styles.tiles} aria-label="Projects of the catalog" data-panel>
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
      label: 'Search the catalog',
      chord: 'Mod+F',
      run: () => input.current?.focus(),
      inFields: true,
    },
  ])
  return (
    <SearchField
      label="Search the catalog"
      placeholder="Name, class or type; class:cat, images>100"
      value={typed}
      onChange={setTyped}
      inputRef={input}
      maxLength={2000}
      className={styles.search}
    />
  )
}

function ByPicture({ looks: { picture, isBusy, choose, clear } }: { readonly looks: LooksSearch }) {
  return (
    <>
      <Button isPending={isBusy} onPress={() => void choose()}>
        <ImageUp />
        Search by image
      </Button>
      {picture !== undefined && <FilterChip label={`Most like ${picture.name}`} onRemove={clear} />}
    </>
  )
}

function Nothing({ isAll }: Pick<ResultsProps, 'isAll'>) {
  const other = useOtherMachine()
  if (!isAll) {
    return <EmptyState title="No project fits" text="Write fewer words, or a part of a name or a class." />
  }
  const toFill = 'Make one of your projects public in its menu on the Projects page'
  return (
    <EmptyState
      title="The catalog is empty"
      text={other ? `${toFill}.` : `${toFill}, or start Tessera with --catalog and a folder of published projects.`}
      action={<Button onPress={() => navigate(HOME_HREF)}>All projects</Button>}
    />
  )
}
