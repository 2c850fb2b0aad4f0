import { useEffect, useRef, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { SearchField } from '#renderer/ui/controls/text-field'
import { PanelLabel } from '#renderer/ui/display/panel'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { formatGroups, type ListedFormat } from './format-groups.ts'
import styles from './format-list.module.css'

interface FormatListProps {
  readonly formats: readonly ListedFormat[]
  readonly chosen: string | undefined
  readonly onChoose: (format: string) => void
}

/** The formats by what they keep. */
export function FormatList({ formats, chosen, onChoose }: FormatListProps) {
  const [search, setSearch] = useState('')
  const groups = formatGroups(formats, search)
  const list = useRef<HTMLDivElement>(null)
  const hasFormats = formats.length > 0
  // The last chosen format may stand far down.
  useEffect(() => {
    if (hasFormats) list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [hasFormats])
  const find = (text: string) => {
    setSearch(text)
    const found = formatGroups(formats, text).flatMap((group) => group.formats)
    const [first] = found
    // The chosen format is always in sight, or nothing in the list could be reached by keyboard.
    if (first !== undefined && !found.some(({ id }) => id === chosen)) onChoose(first.id)
  }
  return (
    <div ref={list} className={styles.list}>
      <SearchField label={t('Find a format')} value={search} onChange={find} className={styles.search} autoFocus />
      <RadioGroup aria-label={t('Format')} className={styles.groups ?? ''} value={chosen ?? null} onChange={onChoose}>
        {groups.map(({ title, formats: members }) => (
          <section key={title} className={styles.group}>
            <PanelLabel className={styles.groupTitle}>{title}</PanelLabel>
            {members.map((format) => (
              <Radio key={format.id} value={format.id} className={styles.format ?? ''}>
                <span className={styles.mark} />
                <span className={styles.title}>{format.title}</span>
                <span className={styles.id}>{format.id}</span>
                <span className={styles.keeps}>
                  {format.keeps}
                  {format.made !== null && (
                    <span className={styles.made}> {t('Exported, {{size}}.', { size: bytes(format.made.bytes) })}</span>
                  )}
                </span>
              </Radio>
            ))}
          </section>
        ))}
        {groups.length === 0 && formats.length > 0 && (
          <p className={styles.none}>{t('No format matches “{{search}}”', { search: search.trim() })}</p>
        )}
      </RadioGroup>
    </div>
  )
}
