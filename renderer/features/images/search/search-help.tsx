import { CircleHelp } from 'lucide-react'
import { SELECTORS } from '#common/search/query'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import styles from './search.module.css'

/** Help for the search syntax, on a button inside the field. */
export function SearchHelp() {
  return (
    <Popover
      label={t('How to search')}
      placement="bottom start"
      className={styles.help}
      trigger={<IconButton icon={CircleHelp} label={t('How to search')} size="small" className={styles.button} />}
    >
      <p className={styles.text}>
        {t(
          'A word is a part of a file name, or a whole tag or class. All words must fit; OR, a leading minus, parentheses and "quotes" work too.',
        )}
      </p>
      <dl className={styles.list}>
        {SELECTORS.map(({ name, example, about }) => (
          <div key={name}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{t(about)}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  )
}
