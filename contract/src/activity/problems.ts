/** Problems of the activity calls: HTTP status and English title by ID. */
export const activityProblems = {
  'webhook-limit': { status: 409, title: 'This environment has reached its limit of webhooks' },
  'webhook-disabled': { status: 409, title: 'This webhook is disabled' },
} as const
