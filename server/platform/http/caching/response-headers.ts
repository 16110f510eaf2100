const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The headers of every response, also of one made before routing (security F1). Most request the browser's
 * strictest behavior; a route replaces those that do not fit it.
 */
export const responseHeaders = (requestId: string, https: boolean): Record<string, string> => ({
  'x-request-id': requestId,
  'cache-control': 'private, no-store',
  'content-security-policy': API_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(https && { 'strict-transport-security': 'max-age=31536000' }),
})
