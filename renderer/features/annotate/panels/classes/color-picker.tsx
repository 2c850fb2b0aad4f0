import { Check } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { LabelClass } from '#common/contract/projects'
import { useAbility } from '#renderer/data/use-ability'
import { CLASS_COLORS, classColor, isHatched } from '#renderer/ui/display/class-color'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import { useCountedClasses } from '../../effects/server/use-project-data.ts'
import styles from './color-picker.module.css'
import { useClassChanges } from './use-class-changes.ts'

/** As the look names them; told apart by every kind of eyes. */
const NAMES = [
  t('Cornflower'),
  t('Straw'),
  t('Vermilion'),
  t('Jade'),
  t('Plum'),
  t('Ice'),
  t('Ochre'),
  t('Iris'),
  t('Pistachio'),
  t('Petrol'),
  t('Orchid'),
  t('Olive'),
] as const

/** The colors a class can have: twelve, and the same again hatched. */
const PLACES = Array.from({ length: 2 * CLASS_COLORS.length }, (_, place) => place + 1)

/** The square of a class; pressing it offers the others. */
export function ColorPicker({ label }: { readonly label: LabelClass }) {
  const can = useAbility()
  if (!can('change-classes')) return <ClassSwatch color={label.color} />
  return (
    <Popover
      label={t('Color of {{name}}', { name: label.name })}
      placement="bottom start"
      trigger={
        <AriaButton
          className={styles.trigger ?? ''}
          aria-label={t('Color of {{name}}: {{color}}', { name: label.name, color: colorName(label.color) })}
        >
          <ClassSwatch color={label.color} />
        </AriaButton>
      }
    >
      {(close) => <Swatches label={label} onDone={close} />}
    </Popover>
  )
}

function Swatches({ label, onDone }: { readonly label: LabelClass; readonly onDone: () => void }) {
  const classes = useCountedClasses()
  const { update } = useClassChanges()
  const now = shownPlace(label.color)
  const ownerOf = (place: number) =>
    classes.find(({ id, color }) => id !== label.id && shownPlace(color) === place)?.name
  const choose = (color: number) => {
    if (color !== now) update.mutate({ classId: label.id, color })
    onDone()
  }
  return (
    <div className={styles.grid}>
      {PLACES.map((place) => {
        const owner = ownerOf(place)
        return (
          <AriaButton
            key={place}
            className={styles.color ?? ''}
            aria-label={colorWords(place, owner)}
            aria-pressed={place === now}
            onPress={() => choose(place)}
          >
            <ClassSwatch color={place} size={20} />
            {place === now && <Check className={styles.now} style={{ color: '#0C0D10' }} />}
            {owner !== undefined && place !== now && <i className={styles.taken} />}
          </AriaButton>
        )
      })}
    </div>
  )
}

function colorWords(place: number, owner: string | undefined): string {
  const color = colorName(place)
  return owner === undefined ? color : t('{{color}}, color of {{name}}', { color, name: owner })
}

/** Colors of the third and later rounds look as those of the second. */
function shownPlace(color: number): number {
  const first = PLACES.find((place) => classColor(place) === classColor(color)) ?? 1
  return isHatched(color) ? first + CLASS_COLORS.length : first
}

function colorName(color: number): string {
  const name = NAMES[(shownPlace(color) - 1) % NAMES.length] ?? NAMES[0]
  return isHatched(color) ? t('{{color}}, hatched', { color: name }) : name
}
