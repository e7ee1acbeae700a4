/** What the shell shows over a screen. */

/** Shown over the screen. */
export type Overlay = 'palette' | 'shortcuts' | undefined
