import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { chooseProfile, useKeyChoice } from '#renderer/ui/keys/choice'
import { PROFILE_IDS, PROFILES } from '#renderer/ui/keys/profiles'
import { t } from '#renderer/words/words'
import { Section, Setting } from '../setting.tsx'
import { KeysEditor } from './keys-editor.tsx'

const OPTIONS = PROFILE_IDS.map((value) => ({ value, label: PROFILES[value].name }))

/** Which tool the hands know, and the keys that are a person's own. */
export function KeyboardSection() {
  const { profile, own } = useKeyChoice()
  const [isEditing, setEditing] = useState(false)
  const amount = Object.keys(own).length
  return (
    <Section id="keyboard" title={t('Keyboard')}>
      <Setting name={t('Shortcut preset')} text={t("Its keys replace Tessera's where they differ.")}>
        <Select label={t('Keys as in')} hideLabel options={OPTIONS} value={profile} onChange={chooseProfile} />
      </Setting>
      <Setting
        name={t('Keys of the annotate page')}
        text={amount === 0 ? t('As in the profile.') : t('{{count}} keys of your own.', { count: amount })}
      >
        <Button onPress={() => setEditing(true)}>{t('Change keys')}</Button>
      </Setting>
      {isEditing && <KeysEditor onClose={() => setEditing(false)} />}
    </Section>
  )
}
