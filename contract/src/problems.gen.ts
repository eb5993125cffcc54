// Written by `npm run generate`.
export const problems = {
  'request-invalid': {
    status: 400,
    title: 'The request is not valid',
  },
  'request-malformed': {
    status: 400,
    title: 'The request could not be parsed',
  },
  'session-missing': {
    status: 401,
    title: 'Sign in first',
  },
  'session-expired': {
    status: 401,
    title: 'Token expired',
  },
  'metrics-token-missing': {
    status: 401,
    title: 'The token for metrics is missing',
  },
  forbidden: {
    status: 403,
    title: 'Your role does not allow this action',
  },
  'person-only': {
    status: 403,
    title: 'This action requires a signed-in person',
  },
  impersonating: {
    status: 403,
    title: 'This action is not allowed while you act as another user',
  },
  'environment-mismatch': {
    status: 403,
    title: 'This API token belongs to another environment',
  },
  'organization-inactive': {
    status: 403,
    title: 'This organization is inactive. Please contact support',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
  },
  'request-too-slow': {
    status: 408,
    title: 'The request took too long to arrive',
  },
  'name-taken': {
    status: 409,
    title: 'This name is already in use',
  },
  'limit-reached': {
    status: 409,
    title: 'You have reached the limit',
  },
  'idempotency-in-flight': {
    status: 409,
    title: 'The same request is still in progress',
  },
  'idempotency-unknown': {
    status: 409,
    title: 'This request was already processed, but its response is not available',
  },
  'body-too-large': {
    status: 413,
    title: 'The request is too large',
  },
  'media-type-unsupported': {
    status: 415,
    title: 'The request body must be JSON',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The requested range is beyond the end of the file',
  },
  'host-unknown': {
    status: 421,
    title: 'This server does not answer under this name',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'This idempotency key was used for another request',
  },
  'image-unreadable': {
    status: 422,
    title: 'The file is not a valid image',
  },
  'url-not-allowed': {
    status: 422,
    title: 'This address is not allowed',
  },
  'host-not-allowed': {
    status: 422,
    title: 'This installation does not allow this host',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
  },
  internal: {
    status: 500,
    title: 'An unexpected error occurred',
  },
  unavailable: {
    status: 503,
    title: 'The service is starting or stopping',
  },
  timeout: {
    status: 504,
    title: 'The request took too long',
  },
  'storage-full': {
    status: 507,
    title: 'The storage is almost full',
  },
  'content-not-ready': {
    status: 409,
    title: 'The status of the video does not allow this action',
  },
  'recording-has-no-source': {
    status: 409,
    title: 'A live recording has no source file',
  },
  'in-trash': {
    status: 409,
    title: 'This item is in the trash. Restore it first.',
  },
  'changed-since': {
    status: 409,
    title: 'This was changed again in the meantime',
  },
  'test-video': {
    status: 409,
    title: 'This action is not available for test videos',
  },
  'no-picture': {
    status: 409,
    title: 'This video has only audio',
  },
  'replacement-running': {
    status: 409,
    title: "This video's file is already being replaced",
  },
  'reencode-running': {
    status: 409,
    title: 'This video is already being re-encoded',
  },
  'image-too-small': {
    status: 422,
    title: 'The image is smaller than 75 × 60 pixels',
  },
  'time-beyond-end': {
    status: 422,
    title: 'Time exceeds video duration',
  },
  'codec-unavailable': {
    status: 422,
    title: 'This installation cannot encode this codec',
  },
  'audio-track-limit': {
    status: 409,
    title: 'This video has reached its limit of audio tracks',
  },
  'audio-track-of-source': {
    status: 409,
    title: "This track is part of the video's file and cannot be deleted",
  },
  'reencode-over': {
    status: 409,
    title: 'This video is not being re-encoded',
  },
  'link-over': {
    status: 410,
    title: 'This link has expired. Request a new one.',
  },
  'mp4-failed': {
    status: 500,
    title: 'The MP4 file could not be created',
  },
  'profile-built-in': {
    status: 409,
    title: 'Built-in profiles cannot be changed',
  },
  'profile-default': {
    status: 409,
    title: 'This is the default profile. Make another profile the default first.',
  },
  'folder-limit': {
    status: 409,
    title: 'This environment has reached its limit of folders',
  },
  'folder-too-deep': {
    status: 409,
    title: 'Folders cannot be nested this deep',
  },
  'folder-within-itself': {
    status: 409,
    title: 'A folder cannot be moved into itself',
  },
  'thumbnail-limit': {
    status: 409,
    title: 'This video has reached its limit of 100 thumbnails',
  },
  'import-draft': {
    status: 409,
    title: 'This import has not been started',
  },
  'import-started': {
    status: 409,
    title: 'This import has already been started',
  },
  'import-nothing': {
    status: 409,
    title: 'This import has no rows that can be imported',
  },
  'sheet-format': {
    status: 422,
    title: 'Invalid file format. Only Excel files (.xlsx, .xls) are allowed.',
  },
  'sheet-unreadable': {
    status: 422,
    title: 'Unable to read the file. Please try again.',
  },
  'sheet-empty': {
    status: 422,
    title: 'The file has no rows below the header',
  },
  'sheet-too-long': {
    status: 422,
    title: 'A file can contain at most 500 videos',
  },
  'playback-id-limit': {
    status: 409,
    title: 'This video has reached its limit of playback IDs',
  },
  'playback-id-first': {
    status: 409,
    title: 'The default playback ID of a video cannot be deleted',
  },
  'text-not-drawable': {
    status: 409,
    title: 'This server’s ffmpeg cannot render text',
  },
  'subtitle-limit': {
    status: 409,
    title: 'This video has reached its limit of subtitles',
  },
  'subtitle-unreadable': {
    status: 422,
    title: 'The file is not a valid subtitle file',
  },
  'upload-incomplete': {
    status: 409,
    title: 'Some parts of the file are missing',
  },
  'upload-part-mismatch': {
    status: 409,
    title: 'A part of the file does not match what was sent',
  },
  'upload-closed': {
    status: 409,
    title: 'This upload has already been completed or canceled',
  },
  'stream-key-invalid': {
    status: 401,
    title: 'The stream key is not valid',
  },
  'publisher-refused': {
    status: 403,
    title: 'This live stream is not accepting publishers',
  },
  'publisher-exists': {
    status: 409,
    title: 'Another encoder is publishing to this live stream',
  },
  'session-description-invalid': {
    status: 400,
    title: 'The SDP offer is invalid or not supported',
  },
  'trickle-not-supported': {
    status: 405,
    title: 'Sessions cannot be changed. Trickle ICE is not supported.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not support the method',
  },
  'webrtc-unavailable': {
    status: 503,
    title: 'WebRTC is currently unavailable',
  },
  'realtime-not-offered': {
    status: 409,
    title: 'This live stream does not offer realtime playback',
  },
  'viewer-limit': {
    status: 503,
    title: 'The limit of realtime viewers has been reached. Try again later.',
  },
  'livestream-not-live': {
    status: 409,
    title: 'This live stream is not on air',
  },
  'cue-needs-one-time': {
    status: 422,
    title: 'Specify either a lead time or a start time',
  },
  'cue-in-past': {
    status: 422,
    title: 'The break must start in the future, within 30 days',
  },
  'cue-overlaps': {
    status: 409,
    title: 'There is another break at this time',
  },
  'cue-limit': {
    status: 409,
    title: 'This live stream has reached its limit of scheduled breaks',
  },
  'cue-not-running': {
    status: 409,
    title: 'This break is not running',
  },
  'cue-has-begun': {
    status: 409,
    title: 'This break has already started. End it instead.',
  },
  'custom-playback-limit': {
    status: 409,
    title: 'This live stream has reached its limit of custom URLs',
  },
  'planned-recording-times': {
    status: 422,
    title: 'A recording must end in the future or up to 12 hours ago, and last 1 second to 12 hours',
  },
  'planned-recording-limit': {
    status: 409,
    title: 'This environment has reached its limit of planned recordings',
  },
  'livestream-disabled': {
    status: 409,
    title: 'This live stream is disabled. Enable it first.',
  },
  'livestream-stopped': {
    status: 409,
    title: 'This live stream is stopped. Start it first.',
  },
  'livestream-limit': {
    status: 409,
    title: 'This environment has reached its limit of live streams',
  },
  'ad-break-limit': {
    status: 409,
    title: 'This video has reached its limit of ad breaks',
  },
  'ad-break-exists': {
    status: 409,
    title: 'There is already an ad break at this time',
  },
  'cue-sheet-invalid': {
    status: 422,
    title: 'The cue sheet cannot be read',
  },
  'ad-break-outside': {
    status: 422,
    title: 'The ad break must be inside the video',
  },
  'ad-break-return': {
    status: 422,
    title: 'The resume time must be between the ad break and the end of the video',
  },
  'ad-channel-limit': {
    status: 409,
    title: 'This environment has reached its limit of ad channels',
  },
  'ad-places-unavailable': {
    status: 409,
    title: 'Places for ad breaks can be found only in a ready video with a source file',
  },
  'ad-figures-invalid': {
    status: 422,
    title: 'The figures of the ad server cannot be read',
  },
  'scte35-invalid': {
    status: 422,
    title: 'The SCTE-35 message is not valid',
  },
  'ad-not-in-session': {
    status: 422,
    title: 'This ad is not in the session',
  },
  'too-many-walls': {
    status: 429,
    title: 'Too many people watch walls of this environment at the moment',
  },
  'ai-clips-full': {
    status: 409,
    title: 'A video can have 500 AI clips',
  },
  'not-analyzed': {
    status: 409,
    title: 'This part of the video has not been analyzed',
  },
  'meaning-unavailable': {
    status: 503,
    title: 'The search by meaning is temporarily unavailable',
  },
  'sentence-not-split': {
    status: 409,
    title: 'This sentence has no such word',
  },
  'sentence-not-merged': {
    status: 409,
    title: 'This sentence is the last one, or both are too long for one',
  },
  'campaign-limit': {
    status: 409,
    title: 'This environment has reached its limit of campaigns',
  },
  'flight-invalid': {
    status: 422,
    title: 'The campaign must end after it starts',
  },
  'publisher-only': {
    status: 403,
    title: 'Only the publisher can set this',
  },
  'creative-limit': {
    status: 409,
    title: 'This campaign has reached its limit of creatives',
  },
  'creative-changed': {
    status: 409,
    title: 'The creative was changed after you opened it',
  },
  'creative-unreachable': {
    status: 422,
    title: 'The file of the creative cannot be loaded',
  },
  'portrait-busy': {
    status: 409,
    title: 'This portrait is being made',
  },
  'portrait-not-looked': {
    status: 409,
    title: 'The people of this video have not been found yet',
  },
  'portrait-limit': {
    status: 409,
    title: 'This environment has reached its limit of portraits',
  },
  'social-state-unknown': {
    status: 409,
    title: 'This connection was not begun here, is older than 10 minutes, or was used already',
  },
  'social-scopes-missing': {
    status: 409,
    title: 'Not all of the access that posting needs was allowed',
  },
  'social-no-channel': {
    status: 409,
    title: 'This account has no channel that videos can be posted to',
  },
  'social-other-account': {
    status: 409,
    title: 'This is not the account that must be connected again',
  },
  'social-account-limit': {
    status: 409,
    title: 'This environment has reached its limit of accounts',
  },
  'social-secret-missing': {
    status: 409,
    title: 'Enter the secret of the app',
  },
  'social-not-set-up': {
    status: 409,
    title: 'This network is not set up: an administrator enters its app first',
  },
  'social-refused': {
    status: 409,
    title: 'The network refused',
  },
  'social-unreachable': {
    status: 409,
    title: 'The network could not be reached',
  },
  'social-post-limit': {
    status: 409,
    title: 'This environment has reached its limit of posts that wait',
  },
  'social-time': {
    status: 409,
    title: 'Choose a time within the next year',
  },
  'social-privacy': {
    status: 409,
    title: 'The network has no such privacy',
  },
  'social-post-begun': {
    status: 409,
    title: 'This post has begun, and can no longer be changed',
  },
  'social-post-busy': {
    status: 409,
    title: 'This post is under way, or published',
  },
  'social-post-sent': {
    status: 409,
    title: 'The network has the whole file: delete the post there',
  },
  'social-post-known': {
    status: 409,
    title: 'The result of this post is known',
  },
  'social-account-gone': {
    status: 409,
    title: 'The account of this post was disconnected',
  },
  'social-address': {
    status: 409,
    title: 'This is not the address of a post at the network',
  },
  'vconnect-loop': {
    status: 409,
    title: 'The stream would come back to Kinora',
  },
  'vconnect-ports': {
    status: 409,
    title: 'No port of VCONNECT_PORTS is free',
  },
  'vconnect-stream-key': {
    status: 409,
    title: 'Enter the stream key or stream ID again for another server',
  },
  'vconnect-address-taken': {
    status: 409,
    title: 'Another input has this address',
  },
  'vconnect-connected': {
    status: 409,
    title: 'Both are already connected',
  },
  'vconnect-destination-taken': {
    status: 409,
    title: 'This destination takes one input',
  },
  'vconnect-backup': {
    status: 409,
    title: 'A backup cannot have a backup of its own',
  },
  'vconnect-no-source': {
    status: 409,
    title: 'This source has no signal now',
  },
  'cloud-account-secret': {
    status: 409,
    title: 'Enter the password or the key of this account',
  },
  'cloud-account-kind': {
    status: 409,
    title: 'An account keeps its kind',
  },
  'cloud-account-used': {
    status: 409,
    title: 'Watch folders or export rules use this account',
  },
  'cloud-export-not-failed': {
    status: 409,
    title: 'Only a failed export can be tried again',
  },
  'cloud-account-failing': {
    status: 409,
    title: 'The account does not answer, or refuses access',
  },
  'cloud-file-missing': {
    status: 409,
    title: 'A file is no longer in the account',
  },
  'watch-file-busy': {
    status: 409,
    title: 'This file is being taken already',
  },
  'watch-file-changed': {
    status: 409,
    title: 'This file has changed since: take its newest version',
  },
  'watch-root-unknown': {
    status: 409,
    title: 'This folder of the server may not be watched',
  },
  'watch-folder-limit': {
    status: 409,
    title: 'This environment has reached its limit of watched folders',
  },
  'watch-folder-nested': {
    status: 409,
    title: 'Another watched folder has the same files, which would become videos twice',
  },
  'warehouse-away': {
    status: 503,
    title: 'Analytics data is temporarily unavailable',
  },
  'dimension-not-possible': {
    status: 400,
    title: 'This metric is not available for this dimension',
  },
  'range-too-long': {
    status: 400,
    title: 'The time range is too long for this interval',
  },
  'export-interrupted': {
    status: 503,
    title: 'The export was interrupted',
  },
  'beacons-full': {
    status: 503,
    title: 'View events cannot be accepted now. Try again later',
  },
  'timezone-unknown': {
    status: 400,
    title: 'Unknown time zone',
  },
  'export-too-long': {
    status: 400,
    title: 'The export has too many rows for this format',
  },
  'exports-under-way': {
    status: 409,
    title: 'Too many exports are in progress in this environment',
  },
  'export-not-ready': {
    status: 409,
    title: 'The export is not ready',
  },
  'group-missing': {
    status: 400,
    title: 'Rows require a dimension in groupBy',
  },
  'alert-channel-limit': {
    status: 409,
    title: 'This environment has reached its limit of alert channels',
  },
  'alert-ended': {
    status: 409,
    title: 'This alert has ended',
  },
  'alert-note-limit': {
    status: 409,
    title: 'This alert has reached its limit of notes',
  },
  'alert-rule-limit': {
    status: 409,
    title: 'This organization has reached its limit of alert rules',
  },
  'embed-over': {
    status: 401,
    title: 'This report is no longer shared',
  },
  'embed-limit': {
    status: 409,
    title: 'This organization has reached its limit of embedded reports',
  },
  'embed-expiry': {
    status: 400,
    title: 'The expiry must be in the future, and at most a year away',
  },
  'report-limit': {
    status: 409,
    title: 'This organization has reached its limit of scheduled reports',
  },
  'report-busy': {
    status: 409,
    title: 'This report is being sent',
  },
  'wallet-empty': {
    status: 402,
    title: 'The wallet of this organization is empty. Add money in Settings, Billing.',
  },
  'spend-cap-reached': {
    status: 402,
    title: 'The spend cap of this organization is reached. Raise it to continue.',
  },
  'total-changed': {
    status: 409,
    title: 'The taxes have changed. Check the total and try again.',
  },
  'amount-not-whole': {
    status: 422,
    title: 'Enter an amount in whole units of the currency, such as cents',
  },
  'credit-too-large': {
    status: 409,
    title: 'This is more than is left of the invoice',
  },
  'refund-at-processor': {
    status: 409,
    title: 'This was paid by card. Refund it at the payment processor, and its credit note follows.',
  },
  'document-draft': {
    status: 409,
    title: 'This invoice is a draft. It gets its number once the seller is known.',
  },
  'rate-in-past': {
    status: 409,
    title: 'A rate is valid from now on or later',
  },
  'card-refused': {
    status: 409,
    title: 'The card was not accepted',
  },
  'recharge-too-small': {
    status: 409,
    title: 'The amount is not between threshold and cap',
  },
  'payment-details-missing': {
    status: 409,
    title: 'Add payment details first',
  },
  'amount-not-payable': {
    status: 409,
    title: 'This amount has too many decimals',
  },
  'payment-closed': {
    status: 409,
    title: 'This payment is over',
  },
  'payment-changed': {
    status: 409,
    title: 'The payment processor reports another amount now. Check it and try again.',
  },
  'payment-not-arrived': {
    status: 409,
    title: 'This payment has not arrived',
  },
  'payment-currency-differs': {
    status: 409,
    title: 'This payment has another currency than the wallet. Return it.',
  },
  'refund-refused': {
    status: 409,
    title: 'The payment processor did not return this payment',
  },
  'payment-processor-unavailable': {
    status: 503,
    title: 'The payment processor does not answer',
  },
  'plan-currency': {
    status: 409,
    title: 'A wallet keeps its currency. Choose a plan in this currency.',
  },
  'price-in-past': {
    status: 409,
    title: 'A price is valid from now on or later',
  },
  'authentication-old': {
    status: 403,
    title: 'Confirm that it is you first',
  },
  'password-wrong': {
    status: 403,
    title: 'Current password is incorrect',
  },
  'password-missing': {
    status: 409,
    title: 'Set a password first',
  },
  'password-same': {
    status: 409,
    title: 'Enter a new password',
  },
  'second-factor-kept': {
    status: 409,
    title: 'Your organization requires two-factor authentication',
  },
  'second-factor-on': {
    status: 409,
    title: 'Two-factor authentication is already on',
  },
  'account-locked': {
    status: 403,
    title: 'Too many attempts. Sign-in is temporarily locked.',
  },
  'email-unverified': {
    status: 403,
    title: 'Confirm your email address first',
  },
  'second-factor-needed': {
    status: 403,
    title: 'Set up two-factor authentication first',
  },
  'password-common': {
    status: 422,
    title: 'This password is too easy to guess. Use a longer or less usual one.',
  },
  'password-breached': {
    status: 422,
    title: 'This password is known from a data breach. Use another one.',
  },
  'second-factor-wrong': {
    status: 403,
    title: 'The code from your authenticator app is incorrect',
  },
  'role-too-strong': {
    status: 403,
    title: 'You cannot grant or remove permissions that you do not have',
  },
  'invitation-over': {
    status: 410,
    title: 'This invitation has expired, was already used, or has been revoked',
  },
  'invitation-other': {
    status: 403,
    title: 'This invitation is for another email address',
  },
  'member-exists': {
    status: 409,
    title: 'This person is already a member',
  },
  'last-owner': {
    status: 409,
    title: 'An organization needs an owner. Make another member an owner first.',
  },
  'role-built-in': {
    status: 409,
    title: 'Built-in roles cannot be changed',
  },
  'role-in-use': {
    status: 409,
    title: 'This role is in use',
  },
  'credentials-wrong': {
    status: 403,
    title: 'The email or password is incorrect',
  },
  'otp-wrong': {
    status: 403,
    title: 'The code is incorrect or has expired',
  },
  'second-factor-required': {
    status: 403,
    title: 'Enter the code from your authenticator app',
  },
  'google-refused': {
    status: 403,
    title: 'Google did not confirm this sign-in',
  },
  'sign-up-closed': {
    status: 403,
    title: 'Sign-up is by invitation only',
  },
  'email-taken': {
    status: 409,
    title: 'An account with this email address already exists',
  },
  'second-factor-off': {
    status: 409,
    title: 'Turn on two-factor authentication for your own account first',
  },
  'token-revoked': {
    status: 409,
    title: 'This token has been revoked',
  },
  'webhook-limit': {
    status: 409,
    title: 'This environment has reached its limit of webhooks',
  },
  'webhook-disabled': {
    status: 409,
    title: 'This webhook is disabled',
  },
  'playback-token-missing': {
    status: 403,
    title: 'This video requires a playback token',
  },
  'playback-token-invalid': {
    status: 403,
    title: 'The playback token is not valid for this request',
  },
  'referrer-not-allowed': {
    status: 403,
    title: 'This video cannot be played on this site',
  },
  'playback-not-begun': {
    status: 403,
    title: 'This video cannot be played yet',
  },
  'playback-over': {
    status: 403,
    title: 'This video is no longer available',
  },
  'stream-not-started': {
    status: 404,
    title: 'The stream has not started yet',
  },
  'stream-paused': {
    status: 403,
    title: 'This stream is paused',
  },
  'stream-ended': {
    status: 404,
    title: 'The stream has ended',
  },
} as const
