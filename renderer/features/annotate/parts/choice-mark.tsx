import { CheckMark } from '#renderer/ui/controls/checkbox'
import { cx } from '#renderer/ui/cx'
import styles from './choice-mark.module.css'

/** Whether the image is of the class: a check where there may be several, a dot where there is one. */
export function ChoiceMark({ isOn, isOnly }: { readonly isOn: boolean; readonly isOnly: boolean }) {
  return isOnly ? <span className={cx(styles.radio, isOn && styles.radioOn)} aria-hidden /> : <CheckMark isOn={isOn} />
}
