import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { Menu } from '#renderer/ui/overlay/menu'
import { notify } from '#renderer/ui/overlay/toast'

const NOTHING = () => undefined

/** Controls that open over a page. */
export function Overlays() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Menu
        label="Project"
        trigger={<Button>Menu</Button>}
        entries={[
          { id: 'open', label: 'Open', chord: 'Enter', onAction: NOTHING },
          { id: 'off', label: 'Not now', isDisabled: true, onAction: NOTHING },
          'separator',
          { id: 'trash', label: 'Move to trash', isDanger: true, onAction: NOTHING },
        ]}
      />
      <Button onPress={() => setIsOpen(true)}>Dialog</Button>
      {isOpen && (
        <Dialog
          title="Move to trash?"
          subtitle="Harbour"
          facts="214 images"
          actions={<Button variant="danger-fill">Move to trash</Button>}
          onClose={() => setIsOpen(false)}
        >
          <p>It can be restored for 30 days.</p>
        </Dialog>
      )}
      <Button onPress={() => notify({ text: '3 images deleted', action: { label: 'Undo', onPress: NOTHING } })}>
        Notice
      </Button>
      <Button onPress={() => notify({ text: 'The disk is full. Free some space, then try again.', isError: true })}>
        Error
      </Button>
    </>
  )
}
