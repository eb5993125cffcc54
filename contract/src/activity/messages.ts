/** What calls of activity say of wrong input. */
export const activityMessages = {
  webhookUrl: 'Please enter a valid url',
} as const
