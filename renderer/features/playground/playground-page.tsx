import { ImagePlus, Images } from 'lucide-react'
import { useState } from 'react'
import { useOtherMachine } from '#renderer/data/use-ability'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { ProgressRing } from '#renderer/ui/display/progress'
import { pickFiles } from '#renderer/ui/files/pick'
import { useFileDrop } from '#renderer/ui/files/use-file-drop'
import { t } from '#renderer/words/words'
import { ImageDialog } from './image/image-dialog.tsx'
import styles from './playground-page.module.css'
import { TriedImage } from './tried.tsx'
import { usePlayground } from './use-playground.ts'

export interface PlaygroundPageProps {
  readonly params: URLSearchParams
}

/** Any model of this machine on any image; nothing of it is stored. */
export function PlaygroundPage({ params }: PlaygroundPageProps) {
  const playground = usePlayground(params)
  const { models, trial, isSending, take, pick } = playground
  const [isPicking, setPicking] = useState(false)
  const isOver = useFileDrop((picked) => void take(picked))
  const choose = async () => take(await pickFiles('files'))
  const there = useOtherMachine()
  return (
    <div className={styles.page}>
      <PageHead
        title={t('Playground')}
        note={
          there === undefined
            ? t('Try a model on an image. Nothing is stored.')
            : t('Try a model of this machine on an image; {{host}} does not see it. Nothing is stored.', {
                host: there.host,
              })
        }
        actions={
          <>
            <Button onPress={() => setPicking(true)}>
              <Images />
              {t('From a project')}
            </Button>
            <Button variant={trial === undefined ? 'primary' : 'standard'} onPress={() => void choose()}>
              {isSending ? <ProgressRing size={14} label={t('Sending the image')} /> : <ImagePlus />}
              {t('Choose an image')}
            </Button>
          </>
        }
      />
      {models.error !== null && <ErrorLine error={models.error} className={styles.error} />}
      {models.data !== undefined && <TriedImage {...playground} models={models.data} isOver={isOver} />}
      {isPicking && (
        <ImageDialog
          onPick={(project, image) => {
            setPicking(false)
            void pick(project, image)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
