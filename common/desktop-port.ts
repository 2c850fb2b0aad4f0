/**
 * How a page of the desktop window comes by its message port: the page's preload script asks, telling the language of the page, and
 * the main process answers.
 */
export const ASK_FOR_PORT = 'tessera-ask-for-port'

/** The message that carries the port, to the preload script and on to the page; each new port replaces the one before. */
export const PORT_FOR_PAGE = 'tessera-port'
