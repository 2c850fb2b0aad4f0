import { chordText } from '../app/chord.ts'
import styles from './keycap.module.css'

/** A key or chord as it is displayed everywhere: "Ctrl Z". */
export function Keycap({ chord }: { readonly chord: string }) {
  return <kbd className={styles.keycap}>{chordText(chord)}</kbd>
}
