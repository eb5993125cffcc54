// Written by `npm run generate`.
export const publicCalls = {
  readInvitation: 'POST json /services/api/v1/organizations/read-invite',
  getSignInOptions: 'GET json /services/api/v1/sign-in-options',
  signUp: 'POST json /services/api/v1/users/signup',
  joinByInvitation: 'POST json /services/api/v1/users',
  signIn: 'POST json /services/api/v1/users/authenticate',
  beginGoogleSignIn: 'POST json /services/api/v1/oauth/google/nonce',
  signInWithGoogle: 'POST json /services/api/v1/oauth/callback/google',
  findUser: 'GET json /services/api/v1/users/find',
  sendOtp: 'POST json /services/api/v1/users/send-otp',
  sendOtpByGet: 'GET json /services/api/v1/users/send-otp',
  verifyOtp: 'POST json /services/api/v1/users/verify-otp',
  requestPasswordReset: 'POST json /services/api/v1/users/reset-password-request',
  resetPassword: 'POST empty /services/api/v1/users/reset-password',
  getOEmbed: 'GET json /oembed',
  sendBeacon: 'POST empty /beacon/v1/views',
  unsubscribeFromReport: 'POST empty /data/api/v1/unsubscribe',
} as const
