import { useId } from 'react'
import { t } from '#renderer/words/words'
import { Segmented } from '../../controls/segmented.tsx'
import { Keycap } from '../../display/keycap.tsx'
import { chooseProfile, useKeyChoice } from '../choice.ts'
import { useKeyMap } from '../key-map.ts'
import { PROFILE_IDS, PROFILES } from '../profiles.ts'
import styles from './hands-question.module.css'

const OPTIONS = PROFILE_IDS.map((value) => ({ value, label: PROFILES[value].name }))

/** The most used commands, as a sample of the keys. */
const FEW = ['previous', 'next', 'tool-box', 'tool-polygon', 'tool-smart', 'done', 'undo']

/**
 * Asks which annotation tool's keys the user knows, and shows those keys. The answer applies at once; the settings can
 * change it.
 */
export function HandsQuestion() {
  const { profile } = useKeyChoice()
  const commands = useKeyMap().commands
  const title = useId()
  const few = FEW.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  return (
    <section className={styles.question} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {t("Which tool's shortcuts do you use?")}
      </h2>
      <Segmented
        label={t("Which tool's shortcuts do you use?")}
        options={OPTIONS}
        value={profile}
        onChange={chooseProfile}
        className={styles.tools}
      />
      <ul className={styles.keys}>
        {few.map(({ id, label, chords: [chord] }) =>
          chord === undefined ? null : (
            <li key={id} className={styles.key}>
              <Keycap chord={chord} />
              {label}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
