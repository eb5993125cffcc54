/** Requests with this header come from a page that nobody uses at the moment. They do not prolong the session. */
export const backgroundHeader = 'kinora-background'
