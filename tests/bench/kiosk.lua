-- SPDX-License-Identifier: MIT
-- What wrk sends for tests/bench/kiosk: every request a result of its own.
--     wrk ... -s kiosk.lua URL -- FIRST FILE    FILE: a result a line, each used once; or one line, used again
local threads = 0

function setup(thread)
	thread:set("number", threads)
	threads = threads + 1
end

function init(args)
	results, count, first = {}, 0, args[1]
	for line in io.lines(args[2]) do
		results[#results + 1] = line
	end
end

-- Threads take every eighth, wherever they begin: wrk has no more of them.
function request()
	local at = count * 8 + number + 1
	local result = #results == 1 and results[1] or results[at]
	count = count + 1
	if result == nil then
		return wrk.format("GET", "/api/none")
	end
	return wrk.format("POST", "/api/result", nil,
		string.format('{"submission":"%s-%d-%d","result":%s}', first, number, count, result))
end
