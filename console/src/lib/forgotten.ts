/**
 * For mutations with passwords, codes or secrets in them: what one was given and answered goes with the screen that shows
 * it, instead of staying in memory for five minutes.
 */
export const forgotten = { gcTime: 0 } as const
