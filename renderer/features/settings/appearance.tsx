import { useDrawingWish, wishDrawing } from '#renderer/canvas/drawing-wish'
import { chooseContrast, chooseTheme, useSightChoice } from '#renderer/kit/app/theme'
import { chooseUiScale, UI_SCALES, useUiScale } from '#renderer/kit/app/ui-scale'
import { Segmented } from '#renderer/kit/controls/segmented'
import { Select } from '#renderer/kit/controls/select'
import { Section, Setting } from './setting.tsx'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const CONTRASTS = [
  { value: 'system', label: 'System' },
  { value: 'usual', label: 'Usual' },
  { value: 'high', label: 'High' },
] as const

const SCALES = UI_SCALES.map((scale) => ({ value: String(scale), label: `${scale} %` }))

const DRAWING = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'gpu', label: 'Graphics card' },
  { value: 'soft', label: 'Processor' },
] as const

/** How the program looks, on this machine alone. */
export function Appearance() {
  const { theme, contrast } = useSightChoice()
  const scale = useUiScale()
  const drawing = useDrawingWish()
  return (
    <Section id="appearance" title="Appearance">
      <Setting name="Theme" text="Pictures and the shapes over them look the same in both.">
        <Segmented label="Theme" options={THEMES} value={theme} onChange={chooseTheme} />
      </Setting>
      <Setting name="Contrast" text="High makes text and edges as strong as the screen can show them.">
        <Segmented label="Contrast" options={CONTRASTS} value={contrast} onChange={chooseContrast} />
      </Setting>
      <Setting
        name="Size of the interface"
        text="Text, buttons, rows and handles. Pictures keep their size. Ctrl Alt + and Ctrl Alt − change it on every page."
      >
        <Select
          label="Size of the interface"
          hideLabel
          options={SCALES}
          value={String(scale)}
          onChange={(chosen) => chooseUiScale(UI_SCALES.find((each) => String(each) === chosen) ?? 100)}
        />
      </Setting>
      <Setting
        name="Canvas drawing"
        text="What draws pictures and shapes. Automatic takes the graphics card where one works."
      >
        <Segmented label="Canvas drawing" options={DRAWING} value={drawing} onChange={wishDrawing} />
      </Setting>
    </Section>
  )
}
