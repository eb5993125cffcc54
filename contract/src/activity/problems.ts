/** What can go wrong with calls of activity: HTTP status and English title by id. */
export const activityProblems = {
  'webhook-limit': { status: 409, title: 'This environment has as many webhooks as it can' },
  'webhook-disabled': { status: 409, title: 'This webhook is disabled' },
} as const
