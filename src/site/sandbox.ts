// Apollo Sandbox, which GET /graphql shows in a browser. Its script comes from Apollo's servers; until it has been loaded, and without
// internet, the start page is shown (landing.ts).
import { type Html, html } from '../shared/html.js';
import { createPageHeaders } from './layout.js';

/** What Apollo's script takes: https://www.apollographql.com/docs/graphos/platform/sandbox#embedding-sandbox */
export interface SandboxSettings {
  document: string;
  headers?: Record<string, string> | undefined;
}

const SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';

export const setSandboxHeaders = createPageHeaders({
  scripts: ['https://embeddable-sandbox.cdn.apollographql.com'],
  frames: ['https://sandbox.embed.apollographql.com'],
  sockets: true,
});

export function renderSandbox(initialState: SandboxSettings): Html {
  const settings = {
    initialState: { ...initialState, includeCookies: false },
    endpointIsEditable: false,
    hideCookieToggle: false,
    runTelemetry: false,
    allowDynamicStyles: false,
  };
  return html`<div id="sandbox" data-script="${SCRIPT}" data-settings="${JSON.stringify(settings)}" hidden></div>`;
}
