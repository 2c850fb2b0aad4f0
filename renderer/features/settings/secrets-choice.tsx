import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#renderer/kit/controls/button'
import { keys } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'

/** The two ways to keep keys on a machine without a keychain. */
export function SecretsChoice() {
  const client = useQueryClient()
  const choose = useAct(studio.session.chooseSecrets, {
    onDone: () => void client.invalidateQueries({ queryKey: keys.session }),
  })
  return (
    <>
      <Button size="small" isDisabled={choose.isPending} onPress={() => choose.mutate({ place: 'session' })}>
        {t('This session only')}
      </Button>
      <Button size="small" isDisabled={choose.isPending} onPress={() => choose.mutate({ place: 'file' })}>
        {t('A file only you can read')}
      </Button>
    </>
  )
}
