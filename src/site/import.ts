// The page on which beekeepers bring files in. What it shows is filled in by assets/import*.js, over the APIs that all clients use.

import { FIELD_TEXTS } from '../features/imports/sheets/field-texts.js';
import { MAX_FILE_BYTES } from '../formats/read-file.js';
import { type Html, html } from '../shared/html.js';
import { ACCOUNT_TEXTS } from './account-texts.js';
import { IMPORT_TEXTS, type ImportTexts } from './import-texts.js';
import { renderPage, SITE_NAME } from './layout.js';
import { type LogInPage, logOutButton, renderLogIn, whoIs } from './log-in.js';
import { LOG_IN_TEXTS } from './log-in-texts.js';

export const IMPORT_PATH = '/import';

export function renderImportPage(page: LogInPage): string {
  const { language } = page;
  const t = IMPORT_TEXTS[language];
  const texts = { ...t.script, fields: FIELD_TEXTS[language], maxBytes: MAX_FILE_BYTES };
  return renderPage({
    ...page,
    title: `${t.title} · ${SITE_NAME}`,
    styles: ['import.css'],
    scripts: ['log-in.js', 'import.js', 'import-file.js', 'import-rows.js'],
    headerContent: html`<div class="who">${whoIs(language)} ${logOutButton(language)}</div>`,
    content: html`<main id="content" class="import" data-texts="${JSON.stringify(texts)}">
    <h1 tabindex="-1">${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <noscript><p class="error">${ACCOUNT_TEXTS[language].noScript}</p></noscript>
    <section id="log-in" class="card narrow" hidden>
      <h2>${t.logIn}</h2>
      <p class="error" role="alert" data-ended hidden>${t.ended}</p>
      ${renderLogIn(page, LOG_IN_TEXTS[language].password)}
    </section>
    <div id="imports" hidden>
      <label class="card drop">
        <input type="file" accept=".csv,.tsv,.txt,.xlsx,.zip,.json" aria-describedby="formats">
        <span><strong>${t.choose}</strong> <span class="only-mouse">${t.orDrop}</span></span>
        <span class="hint" id="formats">${t.formats}</span>
      </label>
      <p><button type="button" class="quiet" id="template">${t.template}</button></p>
      <p class="error" role="alert" id="refused" hidden></p>
      <section aria-labelledby="yours">
        <h2 id="yours" tabindex="-1">${t.yours}</h2>
        <p class="error" role="alert" id="unreachable" hidden>${t.script.network}</p>
        <p class="muted" id="none" hidden>${t.none}</p>
        <ul class="imports"></ul>
      </section>
    </div>
    <p class="unseen" role="status" id="news"></p>
    ${renderImport(t)}
    ${renderRows(t)}
    <dialog aria-labelledby="question">
      <h2 id="question"></h2>
      <p></p>
      <div class="actions"><button type="button" value="yes"></button><button type="button" value="no" class="quiet">${t.back}</button></div>
    </dialog>
  </main>`,
  });
}

const entries = Object.entries as <K extends string, V>(record: Record<K, V>) => [K, V][];

/** One of the list. */
const renderImport = (t: ImportTexts): Html => html`<template id="import">
      <li class="card">
        <h3 data-part="name"></h3>
        <p class="state"><strong data-part="state"></strong> <span class="muted" data-part="amount"></span></p>
        <progress aria-label="${t.progress}" data-part="progress" hidden></progress>
        <dl class="numbers">${entries(t.numbers).map(
          ([name, label]) => html`<div data-number="${name}" hidden><dt>${label}</dt><dd></dd></div>`,
        )}</dl>
        <p class="failure" data-part="failure" hidden></p>
        <p class="hint" data-part="explains"></p>
        <label class="check" data-part="leave-out" hidden><input type="checkbox"><span></span></label>
        <p class="error" role="alert" data-part="error" hidden></p>
        <div class="actions">${entries(t.actions).map(
          ([name, label]) =>
            html`<button type="button" data-action="${name}"${name !== 'run' && html` class="quiet"`} hidden>${label}</button>`,
        )}</div>
        <details data-part="details" hidden><summary>${t.details}</summary><div aria-live="off"></div></details>
      </li>
    </template>`;

/** How the file of an import is read, and what becomes of its rows. */
const renderRows = (t: ImportTexts): Html => html`<template id="rows">
      <section data-part="questions" hidden>
        <h4>${t.questions}</h4>
        <p class="hint">${t.questionsText}</p>
        <form><button name="answer">${t.answer}</button></form>
      </section>
      <section data-part="sheets" hidden>
        <h4>${t.sheets}</h4>
        <p class="hint">${t.sheetsText}</p>
      </section>
      ${(['withProblems', 'rows'] as const).map(
        (part) => html`<section data-part="${part}" hidden>
        <h4>${t[part]}</h4>
        <table>
          <thead><tr>${entries(t.columns).map(([name, label]) => html`<th data-column="${name}">${label}</th>`)}</tr></thead>
          <tbody></tbody>
        </table>
        <button type="button" class="quiet" hidden>${t.more}</button>
      </section>`,
      )}
    </template>`;
