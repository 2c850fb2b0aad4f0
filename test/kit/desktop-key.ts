import type { Desktop } from './electron.ts'

/** Returns the API key of a desktop app, copied through its menu. */
export function copiedKey({ app }: Desktop): Promise<string> {
  return app.evaluate(async ({ Menu, clipboard, dialog }) => {
    const shown = new Promise((resolve) => {
      dialog.showMessageBox = async () => {
        resolve(undefined)
        return { response: 0, checkboxChecked: false }
      }
    })
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
    items?.find(({ label }) => label === 'Copy API key')?.click()
    await shown
    return clipboard.readText()
  })
}
