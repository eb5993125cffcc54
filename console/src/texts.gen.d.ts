// Written by `npm run generate`.
import 'i18next'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof import('./app/i18n/en.json')
    ui: typeof import('./ui/i18n/en.json')
    identity: typeof import('./areas/identity/account/i18n/en.json') &
      typeof import('./areas/identity/administration/i18n/en.json') &
      typeof import('./areas/identity/invitations/i18n/en.json') &
      typeof import('./areas/identity/members/i18n/en.json') &
      typeof import('./areas/identity/organizations/i18n/en.json') &
      typeof import('./areas/identity/roles/i18n/en.json') &
      typeof import('./areas/identity/sign-in/i18n/en.json') &
      typeof import('./areas/identity/signing-keys/i18n/en.json') &
      typeof import('./areas/identity/tokens/i18n/en.json')
    activity: typeof import('./areas/activity/api-docs/i18n/en.json') &
      typeof import('./areas/activity/dead-letters/i18n/en.json') &
      typeof import('./areas/activity/records/i18n/en.json') &
      typeof import('./areas/activity/webhooks/i18n/en.json')
    library: typeof import('./areas/library/audio/i18n/en.json') &
      typeof import('./areas/library/clips/i18n/en.json') &
      typeof import('./areas/library/contents/i18n/en.json') &
      typeof import('./areas/library/downloads/i18n/en.json') &
      typeof import('./areas/library/encoding-profiles/i18n/en.json') &
      typeof import('./areas/library/folders/i18n/en.json') &
      typeof import('./areas/library/i18n/en.json') &
      typeof import('./areas/library/images/i18n/en.json') &
      typeof import('./areas/library/imports/i18n/en.json') &
      typeof import('./areas/library/metadata/i18n/en.json') &
      typeof import('./areas/library/playback/i18n/en.json') &
      typeof import('./areas/library/reencode/i18n/en.json') &
      typeof import('./areas/library/replace/i18n/en.json') &
      typeof import('./areas/library/role-filter/i18n/en.json') &
      typeof import('./areas/library/saved-views/i18n/en.json') &
      typeof import('./areas/library/sharing/i18n/en.json') &
      typeof import('./areas/library/social-clips/i18n/en.json') &
      typeof import('./areas/library/subtitles/i18n/en.json') &
      typeof import('./areas/library/timeline/i18n/en.json') &
      typeof import('./areas/library/trash/i18n/en.json') &
      typeof import('./areas/library/uploads/i18n/en.json') &
      typeof import('./areas/library/video/i18n/en.json')
    live: typeof import('./areas/live/browser/i18n/en.json') &
      typeof import('./areas/live/clips/i18n/en.json') &
      typeof import('./areas/live/cues/i18n/en.json') &
      typeof import('./areas/live/custom-playbacks/i18n/en.json') &
      typeof import('./areas/live/gaps/i18n/en.json') &
      typeof import('./areas/live/monitoring/i18n/en.json') &
      typeof import('./areas/live/recordings/i18n/en.json') &
      typeof import('./areas/live/stream/i18n/en.json') &
      typeof import('./areas/live/streams/i18n/en.json')
    ads: typeof import('./areas/ads/breaks/i18n/en.json') &
      typeof import('./areas/ads/channel/i18n/en.json') &
      typeof import('./areas/ads/channels/i18n/en.json') &
      typeof import('./areas/ads/reconciliation/i18n/en.json') &
      typeof import('./areas/ads/scte35/i18n/en.json') &
      typeof import('./areas/ads/sessions/i18n/en.json')
    campaigns: typeof import('./areas/campaigns/advertisers/i18n/en.json') &
      typeof import('./areas/campaigns/campaign/i18n/en.json') &
      typeof import('./areas/campaigns/campaigns/i18n/en.json') &
      typeof import('./areas/campaigns/reviews/i18n/en.json')
    analytics: typeof import('./areas/analytics/ads/i18n/en.json') &
      typeof import('./areas/analytics/annotations/i18n/en.json') &
      typeof import('./areas/analytics/exports/i18n/en.json') &
      typeof import('./areas/analytics/favourites/i18n/en.json') &
      typeof import('./areas/analytics/map/i18n/en.json') &
      typeof import('./areas/analytics/overview/i18n/en.json') &
      typeof import('./areas/analytics/video/i18n/en.json')
  }
  interface VocabularyTexts {
    identity: typeof import('./areas/identity/vocabulary.json')
    activity: typeof import('./areas/activity/vocabulary.json')
    delivery: typeof import('./areas/delivery/vocabulary.json')
    library: typeof import('./areas/library/vocabulary.json')
    live: typeof import('./areas/live/vocabulary.json')
    ads: typeof import('./areas/ads/vocabulary.json')
    campaigns: typeof import('./areas/campaigns/vocabulary.json')
    analytics: typeof import('./areas/analytics/vocabulary.json')
  }
}
