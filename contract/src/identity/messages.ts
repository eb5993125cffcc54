/** Validation messages of the identity calls. */
export const identityMessages = {
  environmentName: 'This field is required without space at start/end/only space',
  email: 'invalid email address',
  accountNameLength: 'Enter at least 3 characters',
  accountNameLetters: 'Special characters/numbers are not allowed',
  password:
    'Use at least 8 characters with one uppercase, one lowercase, one number and one special character',
  passwordMatch: 'Password should match with new password!',
  otp: 'Enter the 6 digits',
  permissions: 'These permissions are not valid',
} as const
