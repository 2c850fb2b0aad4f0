import { useState } from 'react'
import { useDrawingWish, wishDrawing } from '#renderer/canvas/drawing-wish'
import { chooseContrast, chooseDensity, chooseTheme, useSightChoice } from '#renderer/ui/app/theme'
import { chooseUiScale, UI_SCALES, useUiScale } from '#renderer/ui/app/ui-scale'
import { Segmented, type SegmentOption } from '#renderer/ui/controls/segmented'
import { Select } from '#renderer/ui/controls/select'
import {
  chooseLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type LanguageChoice,
  languageChoice,
} from '#renderer/words/language'
import { t } from '#renderer/words/words'
import { Section, Setting } from './setting.tsx'

const LANGUAGE_CHOICES: readonly SegmentOption<LanguageChoice>[] = [
  { value: 'system', label: t('System') },
  ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
]

const THEMES = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
] as const

const CONTRASTS = [
  { value: 'system', label: t('System') },
  { value: 'usual', label: t('Standard') },
  { value: 'high', label: t('High') },
] as const

const DENSITIES = [
  { value: 'comfortable', label: t('Comfortable') },
  { value: 'compact', label: t('Compact') },
] as const

const SCALES = UI_SCALES.map((scale) => ({ value: String(scale), label: `${scale} %` }))

const DRAWING = [
  { value: 'automatic', label: t('Automatic') },
  { value: 'gpu', label: t('Graphics card') },
  { value: 'soft', label: t('Processor') },
] as const

/** Appearance settings, for this machine only. */
export function Appearance() {
  const { theme, contrast, density } = useSightChoice()
  const scale = useUiScale()
  const drawing = useDrawingWish()
  return (
    <Section id="appearance" title={t('Appearance')}>
      <LanguageSetting />
      <Setting name={t('Theme')} text={t('Images and the shapes over them look the same in both.')}>
        <Segmented label={t('Theme')} options={THEMES} value={theme} onChange={chooseTheme} />
      </Setting>
      <Setting name={t('Contrast')} text={t('High maximizes the contrast of text and borders.')}>
        <Segmented label={t('Contrast')} options={CONTRASTS} value={contrast} onChange={chooseContrast} />
      </Setting>
      <Setting
        name={t('Size of the interface')}
        text={t(
          'Text, buttons, rows and handles. Images keep their size. Ctrl Alt + and Ctrl Alt − change it on every page.',
        )}
      >
        <Select
          label={t('Size of the interface')}
          hideLabel
          options={SCALES}
          value={String(scale)}
          onChange={(chosen) => chooseUiScale(UI_SCALES.find((each) => String(each) === chosen) ?? 100)}
        />
      </Setting>
      <Setting name={t('Density')} text={t('Compact uses smaller buttons and rows, so more fits on the screen.')}>
        <Segmented label={t('Density')} options={DENSITIES} value={density} onChange={chooseDensity} />
      </Setting>
      <Setting
        name={t('Canvas drawing')}
        text={t('Renders images and shapes. Automatic uses the graphics card if one is available.')}
      >
        <Segmented label={t('Canvas drawing')} options={DRAWING} value={drawing} onChange={wishDrawing} />
      </Setting>
    </Section>
  )
}

function LanguageSetting() {
  const [choice, setChoice] = useState(languageChoice)
  const choose = (next: LanguageChoice) => {
    setChoice(next)
    chooseLanguage(next)
  }
  return (
    <Setting name={t('Language')} text={t('Changing the language reloads the page.')}>
      <Segmented label={t('Language')} options={LANGUAGE_CHOICES} value={choice} onChange={choose} />
    </Setting>
  )
}
