// SPDX-License-Identifier: MIT
// "Where do I sit?": the name is asked once and kept on this device; then the table, the seat, who else is
// there, how long the round takes, and your results, live.
import {get, kiosk, live, post} from './api.js';
import {Clock} from './clock.js';
import {button, html, into, listed, put, style} from './dom.js';
import {about_game} from './game.js';
import {letters, player_badge} from './players.js';
import {keep, kept, say, set_title, tell, use_colours} from './shell.js';

// Asks for the name, with those on the list as suggestions; after `problem` with `typed`, with those who may be meant.
function asking(box, {names, typed, problem}, found) {
	const meant = problem?.body?.names || [];
	const input = html`<input value=${typed} type="text" id="who" list="names" autocomplete="name" maxlength="80"
		required enterkeyhint="go">`;
	into(box)`<h1 tabindex="-1">Where do I sit?</h1>
		<p class="lead">Your name, or part of it. It is kept on this device.</p>
		<form class="stack" onsubmit=${event => {
			event.preventDefault();
			found(input.value.trim());
		}}>
			<label class="field">Your name${input}</label>
			<datalist id="names">${names.map(name => html`<option value=${name}></option>`)}</datalist>
			<p if=${problem} class="state ${meant.length ? 'again' : 'refused'}" role="alert" id="unknown">${problem?.message}</p>
			<ul if=${meant.length > 0} class="bare row" id="meant">
				${meant.map(name => html`<li>${button(name, 'meant', () => found(name))}</li>`)}
			</ul>
			<button type="submit" class="main" data-act="where">Show my table</button>
		</form>`;
	input.focus();
}

function my_table(answer, about) {
	const {sits} = answer;
	if (answer.gone)
		return html`<p class="lead" id="sits">You have left the event. The organiser can bring you back.</p>`;
	if (answer.bye)
		return html`<p class="lead" id="sits">
			You sit out round ${answer.round}: a bye. It earns you points as if you had played an average game.
		</p>`;
	if (!sits)
		return html`<p class="lead" id="sits">
			You have no seat in round ${answer.round} yet. It is shown here as soon as you have one.
		</p>`;
	const others = sits.players.filter((name, seat) => name && seat !== sits.seat);
	const seat = html`<div id="sits" data-table=${sits.table} data-seat=${sits.seat}>
		<p class="soft">Round ${answer.round}: ${about_game(about, answer.game).title}</p>
		<h2 class="number">Table ${sits.table}</h2>
		<p class="row lead">${player_badge(sits.seat)}You have seat ${letters[sits.seat]}</p>
		<p id="others">${others.length ? `With ${listed(others)}.` : 'Nobody else is seated there yet.'}</p>
		<p if=${sits.in === sits.of} class="state found">Your table has its result.</p>
		<p class="row">
			<a if=${sits.in < sits.of} class="button" href="/" data-act="enter">Enter our result</a>
			<a class="button" href="/rules/${answer.game}" data-act="rules">Rules</a>
		</p>
	</div>`;
	return use_colours(seat, sits.colours);
}

const my_results = ({results, standing}, about) => html`<section if=${results.length} class="plain" id="mine">
	<h2>Your results</h2>
	<p if=${standing}>Place ${standing?.place} of ${standing?.of}, ${standing?.points} points.</p>
	<ul class="bare latest">${results.map(
		row => html`<li>
			<a class="row apart" href="/entry/${row.entry}" data-entry=${row.entry}>
				<span>Round ${row.round}, ${about_game(about, row.game).title}</span>
				<strong>place ${row.place}, ${row.total}</strong>
			</a>
		</li>`
	)}</ul>
</section>`;

export async function show(root) {
	await style('standings.css');
	set_title('Where do I sit?');
	const box = html`<section class="plain narrow where"></section>`,
		mine = html`<div class="narrow"></div>`,
		time = html`<p class="lead number" id="clock" role="timer" hidden></p>`,
		clock = new Clock(time);
	let name = new URLSearchParams(location.search).get('name') || kept('where') || '',
		seen = -1;
	put(root, box, mine);
	const ask_name = async problem => {
		put(mine);
		const {rows} = await get('/api/standings');
		const names = rows.filter(row => row.id && !row.gone).map(row => row.name);
		asking(box, {names, typed: name, problem}, given => {
			name = given;
			load().catch(ask_name);
		});
	};
	const forget = () => {
		keep('where', null);
		name = '';
		ask_name();
	};
	const check_in = async person => {
		await post('/api/here', {person}).catch(problem => tell('refused', problem.message));
		await load();
	};
	const begins = 'The round starts when the organiser says so; its clock is shown here then.';
	const load = async () => {
		const about = await kiosk(true),
			answer = await get('/api/where?name=' + encodeURIComponent(name));
		seen = about.change;
		name = answer.name;
		keep('where', name);
		clock.set(about.event?.clock);
		into(box)`<h1 tabindex="-1">${answer.name}</h1>${my_table(answer, about)}
			<p if=${about.check_in && !answer.gone} id="check-in">${
				answer.here
					? html`<span class="soft">You are checked in.</span>`
					: button('I’m here', 'here', () => check_in(answer.id), {class: 'main'})
			}</p>
			<p class="soft" id="begins">${about.event?.clock ? 'Left in this round:' : answer.sits && begins}</p>${time}
			<p class="row">
				${button('Somebody else', 'somebody-else', forget, {class: 'small quiet'})}
				<a class="button small" href="/standings">Standings</a>
			</p>`;
		put(mine, my_results(answer, about));
		if (answer.sits) say(`Table ${answer.sits.table}, seat ${letters[answer.sits.seat]}.`);
	};
	const forgotten = problem => {
		if (problem.kind !== 'unknown') throw problem;
		return ask_name(problem);
	};
	await (name ? load().catch(forgotten) : ask_name());
	const stops = [live(number => name && number !== seen && load().catch(() => {})), () => clock.stop()];
	return () => stops.forEach(stop => stop());
}
