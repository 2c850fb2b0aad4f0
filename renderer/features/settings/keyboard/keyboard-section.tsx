import { useState } from 'react'
import { PROFILE_IDS, PROFILES } from '#renderer/features/annotate/keys/bindings/profiles'
import { chooseProfile, useKeyChoice } from '#renderer/features/annotate/keys/bindings/store'
import { Button } from '#renderer/kit/controls/button'
import { Select } from '#renderer/kit/controls/select'
import { plural } from '#renderer/kit/format'
import { Section, Setting } from '../setting.tsx'
import { KeysEditor } from './keys-editor.tsx'

const OPTIONS = PROFILE_IDS.map((value) => ({ value, label: PROFILES[value].name }))

/** Which tool the hands know, and the keys that are a person's own. */
export function KeyboardSection() {
  const { profile, own } = useKeyChoice()
  const [isEditing, setEditing] = useState(false)
  const amount = Object.keys(own).length
  return (
    <Section id="keyboard" title="Keyboard">
      <Setting name="The tool that your hands know" text="Its keys are taken where they differ from Tessera's.">
        <Select label="Keys as in" hideLabel options={OPTIONS} value={profile} onChange={chooseProfile} />
      </Setting>
      <Setting
        name="Keys of the annotate page"
        text={amount === 0 ? 'As in the profile.' : `${plural(amount, 'key')} of your own.`}
      >
        <Button onPress={() => setEditing(true)}>Change keys</Button>
      </Setting>
      {isEditing && <KeysEditor onClose={() => setEditing(false)} />}
    </Section>
  )
}
