// Written by `npm run generate`.
import 'i18next'

declare module 'i18next' {
  interface AreaTexts {
    identity: typeof import('./areas/identity/accounts/texts.json') &
      typeof import('./areas/identity/administration/texts.json') &
      typeof import('./areas/identity/invitations/texts.json') &
      typeof import('./areas/identity/members/texts.json') &
      typeof import('./areas/identity/organizations/texts.json') &
      typeof import('./areas/identity/required-factor/texts.json') &
      typeof import('./areas/identity/roles/texts.json') &
      typeof import('./areas/identity/security-log/texts.json') &
      typeof import('./areas/identity/sign-in-rules/texts.json') &
      typeof import('./areas/identity/sign-in/texts.json') &
      typeof import('./areas/identity/signing-keys/texts.json') &
      typeof import('./areas/identity/texts.json') &
      typeof import('./areas/identity/tokens/texts.json')
    activity: typeof import('./areas/activity/api-docs/texts.json') &
      typeof import('./areas/activity/dead-letters/texts.json') &
      typeof import('./areas/activity/records/texts.json') &
      typeof import('./areas/activity/texts.json') &
      typeof import('./areas/activity/webhooks/texts.json')
    delivery: typeof import('./areas/delivery/texts.json')
    library: typeof import('./areas/library/audio/texts.json') &
      typeof import('./areas/library/clips/texts.json') &
      typeof import('./areas/library/contents/texts.json') &
      typeof import('./areas/library/downloads/texts.json') &
      typeof import('./areas/library/encoding-profiles/texts.json') &
      typeof import('./areas/library/folders/texts.json') &
      typeof import('./areas/library/images/texts.json') &
      typeof import('./areas/library/imports/texts.json') &
      typeof import('./areas/library/metadata/texts.json') &
      typeof import('./areas/library/playback/texts.json') &
      typeof import('./areas/library/reencode/texts.json') &
      typeof import('./areas/library/replace/texts.json') &
      typeof import('./areas/library/role-filter/texts.json') &
      typeof import('./areas/library/saved-views/texts.json') &
      typeof import('./areas/library/sharing/texts.json') &
      typeof import('./areas/library/social-clips/texts.json') &
      typeof import('./areas/library/subtitles/texts.json') &
      typeof import('./areas/library/texts.json') &
      typeof import('./areas/library/timeline/texts.json') &
      typeof import('./areas/library/trash/texts.json') &
      typeof import('./areas/library/uploads/texts.json') &
      typeof import('./areas/library/video/texts.json')
    live: typeof import('./areas/live/browser/texts.json') &
      typeof import('./areas/live/clips/texts.json') &
      typeof import('./areas/live/cues/texts.json') &
      typeof import('./areas/live/custom-playbacks/texts.json') &
      typeof import('./areas/live/gaps/texts.json') &
      typeof import('./areas/live/monitoring/texts.json') &
      typeof import('./areas/live/planned-recordings/texts.json') &
      typeof import('./areas/live/recordings/texts.json') &
      typeof import('./areas/live/stream/texts.json') &
      typeof import('./areas/live/streams/texts.json') &
      typeof import('./areas/live/texts.json')
    ads: typeof import('./areas/ads/breaks/texts.json') &
      typeof import('./areas/ads/channel/texts.json') &
      typeof import('./areas/ads/channels/texts.json') &
      typeof import('./areas/ads/reconciliation/texts.json') &
      typeof import('./areas/ads/scte35/texts.json') &
      typeof import('./areas/ads/sessions/texts.json') &
      typeof import('./areas/ads/texts.json')
    monitoring: typeof import('./areas/monitoring/layouts/texts.json') &
      typeof import('./areas/monitoring/texts.json') &
      typeof import('./areas/monitoring/wall/texts.json')
    intelligence: typeof import('./areas/intelligence/ai-clips/texts.json') &
      typeof import('./areas/intelligence/analysis/texts.json') &
      typeof import('./areas/intelligence/enrichment/texts.json') &
      typeof import('./areas/intelligence/people/texts.json') &
      typeof import('./areas/intelligence/search/texts.json') &
      typeof import('./areas/intelligence/settings/texts.json') &
      typeof import('./areas/intelligence/texts.json') &
      typeof import('./areas/intelligence/transcripts/texts.json')
    campaigns: typeof import('./areas/campaigns/advertisers/texts.json') &
      typeof import('./areas/campaigns/campaign/texts.json') &
      typeof import('./areas/campaigns/campaigns/texts.json') &
      typeof import('./areas/campaigns/reviews/texts.json') &
      typeof import('./areas/campaigns/texts.json')
    portrait: typeof import('./areas/portrait/paths/texts.json') &
      typeof import('./areas/portrait/portrait/texts.json') &
      typeof import('./areas/portrait/portraits/texts.json') &
      typeof import('./areas/portrait/texts.json')
    social: typeof import('./areas/social/accounts/texts.json') &
      typeof import('./areas/social/posts/texts.json') &
      typeof import('./areas/social/texts.json')
    vconnect: typeof import('./areas/vconnect/bay/texts.json') &
      typeof import('./areas/vconnect/destination/texts.json') &
      typeof import('./areas/vconnect/ends/texts.json') &
      typeof import('./areas/vconnect/input/texts.json') &
      typeof import('./areas/vconnect/texts.json')
    intake: typeof import('./areas/intake/accounts/texts.json') &
      typeof import('./areas/intake/exports/texts.json') &
      typeof import('./areas/intake/files/texts.json') &
      typeof import('./areas/intake/folders/texts.json') &
      typeof import('./areas/intake/imports/texts.json') &
      typeof import('./areas/intake/texts.json')
    analytics: typeof import('./areas/analytics/ads/texts.json') &
      typeof import('./areas/analytics/annotations/texts.json') &
      typeof import('./areas/analytics/exports/texts.json') &
      typeof import('./areas/analytics/favourites/texts.json') &
      typeof import('./areas/analytics/map/texts.json') &
      typeof import('./areas/analytics/overview/texts.json') &
      typeof import('./areas/analytics/texts.json') &
      typeof import('./areas/analytics/videos/texts.json')
    alerts: typeof import('./areas/alerts/channels/texts.json') &
      typeof import('./areas/alerts/incident/texts.json') &
      typeof import('./areas/alerts/list/texts.json') &
      typeof import('./areas/alerts/rule/texts.json') &
      typeof import('./areas/alerts/signs/texts.json') &
      typeof import('./areas/alerts/texts.json')
    reports: typeof import('./areas/reports/embeds/texts.json') &
      typeof import('./areas/reports/form/texts.json') &
      typeof import('./areas/reports/list/texts.json') &
      typeof import('./areas/reports/runs/texts.json') &
      typeof import('./areas/reports/texts.json')
    billing: typeof import('./areas/billing/account/texts.json') &
      typeof import('./areas/billing/administration/texts.json') &
      typeof import('./areas/billing/invoices/texts.json') &
      typeof import('./areas/billing/payments/texts.json') &
      typeof import('./areas/billing/plan/texts.json') &
      typeof import('./areas/billing/texts.json') &
      typeof import('./areas/billing/usage/texts.json')
    infra: typeof import('./areas/infra/monitor/texts.json') &
      typeof import('./areas/infra/texts.json')
  }
}
