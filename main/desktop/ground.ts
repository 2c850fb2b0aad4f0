/** The look's `bg-window`, so that nothing flashes before a page is there. */
export const GROUND = { dark: '#17181a', light: '#eeeef0' }
