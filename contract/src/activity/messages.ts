/** Validation messages of the activity calls. */
export const activityMessages = {
  webhookUrl: 'Please enter a valid url',
} as const
