import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { t } from '#renderer/words/words'

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
