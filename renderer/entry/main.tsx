import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { startConnection } from '#renderer/data/connection'
import { startNotes } from '#renderer/data/notes'
import { createQueryClient } from '#renderer/data/query-client'
import { App } from '#renderer/shell/app'
import { startCommands } from '#renderer/ui/app/commands'
import { startTheme } from '#renderer/ui/app/theme'
import { startUiScale } from '#renderer/ui/app/ui-scale'
import { LOCALE } from '#renderer/words/language'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root"')

const client = createQueryClient()
startTheme()
startUiScale()
startCommands(window)
startNotes(client)
startConnection()

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={LOCALE}>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
