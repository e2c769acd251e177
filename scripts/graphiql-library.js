// What the GraphiQL page loads: GraphiQL with React, and the editor Monaco with the two languages that it shows. scripts/graphiql.mjs
// bundles it for the browser.
import 'graphiql/style.css';
// GraphiQL loads both after it has drawn itself the first time. Here they come in the same file, without two more round trips.
import 'monaco-graphql/esm/lite.js';
import { editor } from 'monaco-graphql/esm/monaco-editor.js';

export { createGraphiQLFetcher } from '@graphiql/toolkit';
export { GraphiQL } from 'graphiql';
export { createElement } from 'react';
export { createRoot } from 'react-dom/client';

/** The client of subscriptions, which most visits do not need. */
export const loadSocketClient = () => import('graphql-ws');

globalThis.MonacoEnvironment = {
  getWorker(_moduleId, language) {
    const name = ['graphql', 'json'].includes(language) ? language : 'editor';
    return new Worker(new URL(`${name}.worker.js`, import.meta.url));
  },
};

/** The names of the themes of the editor, with the colours of src/site/assets/graphiql.css; GraphiQL's own are pink on blue. */
export const editorTheme = { light: 'beekeeping-light', dark: 'beekeeping-dark' };

function defineTheme(name, base, { primary, background }) {
  const selection = `${primary}22`;
  editor.defineTheme(name, {
    base,
    inherit: true,
    rules: [],
    colors: {
      // The pane behind the editor has a background.
      'editor.background': '#00000000',
      'scrollbar.shadow': '#00000000',
      focusBorder: primary,
      'textLink.foreground': primary,
      'textLink.activeForeground': primary,
      'editorLink.activeForeground': primary,
      'editorWidget.background': background,
      'editorHoverWidget.background': background,
      'editorSuggestWidget.background': background,
      'editorSuggestWidget.selectedBackground': selection,
      'editorSuggestWidget.selectedForeground': primary,
      'list.hoverBackground': selection,
      'list.highlightForeground': primary,
      'list.focusHighlightForeground': primary,
      'menu.background': background,
      'menu.selectionBackground': selection,
      'menu.selectionForeground': primary,
      'quickInput.background': background,
      'quickInputList.focusBackground': selection,
      'quickInputList.focusForeground': primary,
      'pickerGroup.foreground': primary,
    },
  });
}
defineTheme(editorTheme.light, 'vs', { primary: '#ad6800', background: '#ffffff' });
defineTheme(editorTheme.dark, 'vs-dark', { primary: '#eda01c', background: '#241d13' });
