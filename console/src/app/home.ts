/** Where one lands inside an environment. */
export const homeRoute = '/$environmentId/videos'
