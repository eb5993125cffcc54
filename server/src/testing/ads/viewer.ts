/** How tests of other areas watch ads. */
export { adsOf, openSession, play, report } from '../../areas/ads/test-viewer.ts'
