import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const identityFeature = defineFeature({
  modules: {
    Environments: ['Environment'],
    Settings: ['User', 'Role', 'Api Access Token', 'Signing Key'],
  },
  problems: {
    'account-locked': { status: 403, title: 'Too many attempts. Sign-in is temporarily locked.' },
    'email-unverified': { status: 403, title: 'Confirm your email address first' },
    'second-factor-needed': { status: 403, title: 'Set up two-factor authentication first' },
    'password-common': {
      status: 422,
      title: 'This password is too easy to guess. Use a longer or less usual one.',
    },
    'password-breached': {
      status: 422,
      title: 'This password is known from a data breach. Use another one.',
    },
    'second-factor-wrong': { status: 403, title: 'The code from your authenticator app is incorrect' },
    'role-too-strong': { status: 403, title: 'You cannot grant or remove permissions that you do not have' },
    'invitation-over': {
      status: 410,
      title: 'This invitation has expired, was already used, or has been revoked',
    },
  },
  messages: {
    email: 'invalid email address',
    accountNameLength: 'Enter at least 3 characters',
    accountNameLetters: 'Special characters/numbers are not allowed',
    password:
      'Use at least 8 characters with one uppercase, one lowercase, one number and one special character',
    passwordMatch: 'Password should match with new password!',
    otp: 'Enter the 6 digits',
  },
  eventGroups: {
    organization: ['environment', 'member', 'api_token', 'signing_key'],
  },
})
