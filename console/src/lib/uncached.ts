/**
 * For mutations with passwords, codes or secrets: drops their variables and results when the component unmounts,
 * instead of after five minutes.
 */
export const uncached = { gcTime: 0 } as const
