import type { ImageFormat } from '#common/versions/preprocessing'
import { Segmented } from '#renderer/ui/controls/segmented'
import { t } from '#renderer/words/words'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const FORMATS = [
  { value: 'jpeg', label: t('JPEG') },
  { value: 'png', label: t('PNG') },
  { value: 'original', label: t('Originals') },
] as const

const SENTENCES: Readonly<Record<ImageFormat, string>> = {
  jpeg: t('Small files at quality 90. Some fine detail is lost.'),
  png: t('Lossless. Files are several times larger than JPEG.'),
  original: t(
    'Uploaded JPEG, PNG and WebP files whose pixels no step changes, including metadata such as location and time. All other images become PNG.',
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
