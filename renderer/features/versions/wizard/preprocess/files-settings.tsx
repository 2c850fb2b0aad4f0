import type { ImageFormat } from '#common/versions/preprocessing'
import { Segmented } from '#renderer/kit/controls/segmented'
import { t } from '#renderer/kit/words/words'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const FORMATS = [
  { value: 'jpeg', label: t('JPEG') },
  { value: 'png', label: t('PNG') },
  { value: 'original', label: t('Originals') },
] as const

const SENTENCES: Readonly<Record<ImageFormat, string>> = {
  jpeg: t('Small files of quality 90. Fine detail is lost.'),
  png: t('Every pixel as the steps made it. The files are several times as large.'),
  original: t(
    'The uploaded JPEG, PNG and WebP files with all that is in them, such as places and times, where no step changes their pixels. The others become PNG.',
  ),
}

export function FilesSettings({ value: { format }, onChange }: SettingsProps<'image-format'>) {
  return (
    <>
      <Segmented
        label={t('Image files')}
        size="small"
        options={FORMATS}
        value={format}
        onChange={(next) => onChange({ format: next })}
      />
      <p className={styles.sentence}>{SENTENCES[format]}</p>
    </>
  )
}
