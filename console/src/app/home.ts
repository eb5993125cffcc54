/** The first screen of an environment. */
export const homeRoute = '/$environmentId/videos'
