import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FaultyStore } from '#common/stores/faults'
import { queries } from '#renderer/data/queries'
import { Button, type ButtonProps } from '#renderer/ui/controls/button'
import { t } from '#renderer/words/words'
import { AcceptDialog } from './accept-dialog.tsx'

interface AcceptButtonProps extends Pick<ButtonProps, 'size'> {
  /** At least one. */
  readonly stores: readonly FaultyStore[]
}

/** Opens the dialog that accepts read-only stores in their current state. */
export function AcceptButton({ stores, size }: AcceptButtonProps) {
  const [isAsking, ask] = useState(false)
  const folder = useQuery(queries.session()).data?.library.path ?? ''
  return (
    <>
      <Button size={size} onPress={() => ask(true)}>
        {t('Accept as it is…')}
      </Button>
      {isAsking && <AcceptDialog stores={stores} folder={folder} onClose={() => ask(false)} />}
    </>
  )
}
