import { memo } from 'react'
import { Keycap } from '#renderer/ui/display/keycap'
import { useClassChord } from '#renderer/ui/keys/key-map'
import { useEditorState } from '../editor/hooks/session.tsx'
import { armedClass } from '../model/editor-state.ts'
import styles from './bar.module.css'
import { ClassSelect, useArmClass } from './class-select.tsx'

/** The class that the next shape gets, with its key. */
export const ArmedClass = memo(function ArmedClass() {
  const arm = useArmClass()
  const armed = useEditorState(armedClass)
  const place = useEditorState(({ classes }) => classes?.findIndex(({ id }) => id === armed?.id) ?? -1)
  const chord = useClassChord(place)
  return (
    <>
      <ClassSelect className={styles.class} value={armed?.id} onChange={arm} />
      {chord !== undefined && <Keycap chord={chord} />}
    </>
  )
})
