import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { startCommands } from '#renderer/kit/app/commands'
import { startTheme } from '#renderer/kit/app/theme'
import { startUiScale } from '#renderer/kit/app/ui-scale'
import { startConnection } from '#renderer/kit/studio/connection'
import { startNotes } from '#renderer/kit/studio/notes'
import { createQueryClient } from '#renderer/kit/studio/query-client'
import { LOCALE } from '#renderer/kit/words/language'
import { App } from '#renderer/shell/app'

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
