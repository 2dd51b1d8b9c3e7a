# Evaluates the Homebrew formula of a release as brew does on each of its platforms, installs from the archive of this one,
# and runs its test. What brew brings is stood in for by the few words that the formula uses.
#
# usage: formula.rb DIST WORK
require "digest"
require "fileutils"
require "open3"
require "pathname"

DIST, WORK = ARGV.map { |a| Pathname(a).expand_path }
FORMULA = DIST/"recipes/sepdist.rb"

class Pathname
  # Moves files into a folder; a hash gives new names.
  def install(*files)
    files.flatten.each do |file|
      (file.is_a?(Hash) ? file : { file => File.basename(file) }).each do |from, to|
        raise "the archive has no #{from}" unless File.exist?(from)

        mkpath
        FileUtils.mv(from, self/to)
      end
    end
    raise "nothing to install into #{self}" if files.flatten.empty?
  end
end

class Formula
  class << self
    attr_accessor :platform, :said, :check

    %i[desc homepage version license url sha256].each do |word|
      define_method(word) do |value = nil|
        return said.fetch(word) if value.nil?
        raise "#{word} is stated twice on #{platform}" if said.key?(word)

        said[word] = value
      end
    end
    { on_macos: :macos, on_linux: :linux, on_arm: :arm, on_intel: :intel }.each do |word, needs|
      define_method(word) { |&body| body.call if platform.include?(needs) }
    end

    def test(&body) = self.check = body
  end

  def prefix = WORK/"prefix"
  def bin = prefix/"bin"
  def man1 = prefix/"share/man/man1"
  def bash_completion = prefix/"etc/bash_completion.d"
  def zsh_completion = prefix/"share/zsh/site-functions"
  def fish_completion = prefix/"share/fish/vendor_completions.d"
  def doc = prefix/"share/doc/sepdist"
  def pkgshare = prefix/"share/sepdist"
  def testpath = WORK/"test"
  def version = self.class.version

  def shell_output(command)
    out, status = Open3.capture2(command, chdir: testpath.to_s)
    raise "#{command}: #{status}" unless status.success?

    out
  end

  def assert_match(words, text)
    raise "no #{words} in\n#{text}" unless text.include?(words)
  end
end

def evaluated(platform)
  Object.send(:remove_const, :Sepdist) if Object.const_defined?(:Sepdist)
  Formula.platform = platform # a variable of Formula alone; the class below gets its own
  Formula.define_singleton_method(:inherited) do |klass|
    klass.platform = platform
    klass.said = {}
  end
  load FORMULA.to_s
  Sepdist
end

here = [:linux, RbConfig::CONFIG["host_cpu"].match?(/aarch64|arm64/) ? :arm : :intel]
[%i[macos arm], %i[macos intel], %i[linux arm], %i[linux intel]].each do |platform|
  formula = evaluated(platform)
  archive = DIST/File.basename(formula.url)
  cpu = { arm: "arm64", intel: "amd64" }[platform[1]]
  raise "#{platform}: #{archive.basename}" unless archive.basename.to_s == "sepdist_#{formula.version}_#{platform[0]}_#{cpu}.tar.gz"
  raise "#{platform}: the sum is another" unless Digest::SHA256.file(archive).hexdigest == formula.sha256
  raise "desc: at most 80 characters, and no full stop" if formula.desc.length > 80 || formula.desc.end_with?(".")
  next unless platform == here

  build = WORK/"build"
  build.mkpath
  system("tar", "-xzf", archive.to_s, "-C", build.to_s, "--strip-components", "1") || raise("tar")
  it = formula.new
  Dir.chdir(build) { it.install }
  it.testpath.mkpath
  it.instance_eval(&formula.check)
  raise "no man pages" if it.man1.children.length < 10
end
puts "sepdist.rb: 4 platforms, installed and tested on this one"
