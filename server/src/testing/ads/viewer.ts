/** Helpers to watch ads, for tests of other areas. */
export { adsOf, openSession, play, report } from '../../areas/ads/test-viewer.ts'
