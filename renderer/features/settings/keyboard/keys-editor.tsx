import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { SearchField } from '#renderer/ui/controls/text-field'
import { chooseKeys, useKeyChoice } from '#renderer/ui/keys/choice'
import { useKeyMap } from '#renderer/ui/keys/key-map'
import { KEY_GROUP_NAMES, type Keyed } from '#renderer/ui/keys/keyed'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import { readKeyFile, saveKeyFile } from './key-file.ts'
import { KeyRow } from './key-row.tsx'
import styles from './keys-editor.module.css'

/** Every command of the annotate page with its keys, to be given others. */
export function KeysEditor({ onClose }: { readonly onClose: () => void }) {
  const commands = useKeyMap().commands
  const choice = useKeyChoice()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const shown = new Set(matching(commands, typed, ({ label }) => label))
  const open = async () => setProblem(await readKeyFile())
  return (
    <Dialog
      title={t('Keys of the annotate page')}
      size="medium"
      height={620}
      isFlush
      onClose={onClose}
      facts={problem === undefined ? undefined : <span role="alert">{problem}</span>}
      actions={
        <>
          <Button onPress={() => void open()}>{t('Open from a file')}</Button>
          <Button onPress={() => saveKeyFile(choice)}>{t('Save to a file')}</Button>
          <Button
            disabledReason={Object.keys(choice.own).length === 0 ? t('No key was changed') : undefined}
            onPress={() => chooseKeys({ ...choice, own: {} })}
          >
            {t('Reset all')}
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <SearchField
          label={t('Find a command')}
          hideLabel
          placeholder={t('Find a command')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <div className={styles.list}>
        {Object.entries(KEY_GROUP_NAMES).map(([group, name]) => (
          <Group
            key={group}
            name={name}
            commands={commands.filter((each) => each.group === group && shown.has(each))}
          />
        ))}
        {shown.size === 0 && <p className={styles.none}>{t('No matches')}</p>}
      </div>
    </Dialog>
  )
}

function Group({ name, commands }: { readonly name: string; readonly commands: readonly Keyed[] }) {
  if (commands.length === 0) return null
  return (
    <section aria-label={name}>
      <h3 className={styles.group}>{name}</h3>
      {commands.map((command) => (
        <KeyRow key={command.id} command={command} />
      ))}
    </section>
  )
}
